/** What a cost is made of, and the cost. */
export interface CostSample {
  readonly parts: readonly number[];
  readonly cost: number;
}

/** The price of each part, and by which factor the dearest mistake of the sums is wrong. */
export interface CostFit {
  readonly prices: readonly number[];
  readonly worst: number;
  readonly middle: number;
}

/** Prices whose sums are nearest to the costs, by least squares of the relative mistakes; a part that would cost less than nothing costs nothing. */
export function fitCosts(samples: readonly CostSample[]): CostFit {
  const width = samples[0]?.parts.length ?? 0;
  let used = Array.from({ length: width }, (_, at) => at);
  let solved = solve(samples, used);
  while (solved.some((price) => price < 0)) {
    used = used.filter((_, at) => (solved[at] ?? 0) >= 0);
    solved = solve(samples, used);
  }
  const prices = Array.from({ length: width }, (_, at) => solved[used.indexOf(at)] ?? 0);
  const factors = samples
    .map(({ parts, cost }) => sumCost(prices, parts) / cost)
    .map((factor) => Math.max(factor, 1 / factor))
    .toSorted((left, right) => left - right);
  return { prices, worst: factors.at(-1) ?? Number.NaN, middle: factors[Math.floor(factors.length / 2)] ?? Number.NaN };
}

/** What such parts cost. */
export function sumCost(prices: readonly number[], parts: readonly number[]): number {
  return parts.reduce((sum, part, at) => sum + part * (prices[at] ?? 0), 0);
}

/** The normal equations of the used parts, each divided by its cost, by elimination. */
function solve(samples: readonly CostSample[], used: readonly number[]): readonly number[] {
  const rows = samples.map(({ parts, cost }) => used.map((at) => (parts[at] ?? 0) / cost));
  const sum = (of: (row: readonly number[]) => number): number => rows.reduce((all, row) => all + of(row), 0);
  const matrix = used.map((_, at) => [
    ...used.map((__, other) => sum((row) => (row[at] ?? 0) * (row[other] ?? 0))),
    sum((row) => row[at] ?? 0),
  ]);
  for (const [at, pivot] of matrix.entries()) {
    for (const [other, row] of matrix.entries()) {
      if (other === at) continue;
      const factor = (row[at] ?? 0) / (pivot[at] ?? Number.NaN);
      for (const column of row.keys()) row[column] = (row[column] ?? 0) - factor * (pivot[column] ?? 0);
    }
  }
  return matrix.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? Number.NaN));
}
