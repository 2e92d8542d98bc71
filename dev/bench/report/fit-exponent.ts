/** A cost beside the work that it was measured for. */
export interface CostPoint {
  readonly work: number;
  readonly cost: number;
}

/**
 * The exponent with which a cost grows: the slope of the straight line through the logarithms, by least squares. What is
 * spent before any work begins would flatten it, so the smallest cost is not counted where the others are more than it.
 */
export function fitExponent(points: readonly CostPoint[]): number {
  const fixed = Math.min(...points.map(({ cost }) => cost));
  const risen = points.filter(({ cost }) => cost > 1.5 * fixed);
  const used = risen.length >= 3 ? risen : points;
  const logs = used.map(({ work, cost }) => [Math.log(work), Math.log(cost)] as const);
  const mean = (at: 0 | 1): number => logs.reduce((sum, log) => sum + log[at], 0) / logs.length;
  const [meanWork, meanCost] = [mean(0), mean(1)];
  const shared = logs.reduce((sum, [work, cost]) => sum + (work - meanWork) * (cost - meanCost), 0);
  return shared / logs.reduce((sum, [work]) => sum + (work - meanWork) ** 2, 0);
}
