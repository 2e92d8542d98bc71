import { type EdgeLabel, Graph, type GraphLabel, layout, type NodeLabel } from "@dagrejs/dagre";
import type { FlowOutline, FlowOutlineNode } from "../../../worker/protocol/tool.ts";

/** A node's box, by its upper left corner. */
export interface PlacedNode extends FlowOutlineNode {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Where the exits leave the lower side, in the order of `exits`. */
  readonly ports: readonly number[];
}

/** An exit as a line from its node to the next one. */
export interface PlacedEdge {
  readonly from: string;
  readonly exit: string;
  readonly to: string;
  /** An SVG path. */
  readonly path: string;
}

/** A flow as boxes and lines; `width` and `height` hold all of it. */
export interface FlowLayout {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly width: number;
  readonly height: number;
}

/** Height of the part of a box that holds the names of several exits. */
export const EXITS_HEIGHT = 24;
const BOX_HEIGHT = 46;
const END_HEIGHT = 30;
const LAYER_GAP = 40;
const NODE_GAP = 28;
const MARGIN = 10;
/** From one line that goes back to the next, beside the picture. */
const WAY_GAP = 8;
/** Measured on the app's fonts: what a character of a name, and of the small print, is wide at most. */
const NAME_WIDTH = 8;
const SMALL_WIDTH = 6.4;
const MIN_WIDTH = 84;

type Point = { readonly x: number; readonly y: number };

/**
 * Lays a flow out from top to bottom: each node below all that lead to it, apart from ways back, and sorted within a layer
 * so that few lines cross.
 */
export function layOutFlow({ start, nodes }: FlowOutline): FlowLayout {
  const reached = findReached(start, nodes);
  const shown = nodes.filter(({ name }) => reached.has(name));
  if (shown.length === 0) return { nodes: [], edges: [], width: 2 * MARGIN, height: 2 * MARGIN };
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ nodesep: NODE_GAP, ranksep: LAYER_GAP, marginx: MARGIN, marginy: MARGIN, ranker: rankFromTop });
  for (const node of shown) graph.setNode(node.name, { width: toWidth(node), height: toHeight(node) });
  for (const { name, exits } of shown) {
    for (const exit of exits) if (reached.has(exit.next)) graph.setEdge(name, exit.next, {}, exit.name);
  }
  // The nodes that exits lead to stand in the order of the exits; what contradicts itself the library cannot lay out.
  const order = [...reached];
  const constraints = shown
    .flatMap(({ exits }) => exits.slice(1).map(({ next }, index) => ({ left: exits[index]?.next ?? "", right: next })))
    .filter(({ left, right }) => order.includes(left) && order.indexOf(left) < order.indexOf(right));
  layout(graph, { constraints });
  const placed = new Map(shown.map((node) => [node.name, toPlaced(node, graph.node(node.name) as Point)]));
  const all = [...placed.values()];
  const { width = 0, height = 0 } = graph.graph() as GraphLabel;
  let side = Math.max(...all.map((node) => node.x + node.width));
  const edges = all.flatMap((from) =>
    from.exits.flatMap(({ name, next }, index): PlacedEdge[] => {
      const to = placed.get(next);
      if (to === undefined) return [];
      const isBack = to.y <= from.y;
      if (isBack) side += WAY_GAP;
      const { points } = graph.edge(from.name, next, name) as { readonly points: readonly Point[] };
      const port = { x: from.ports[index] ?? from.x, y: from.y + from.height };
      const path = isBack ? toWayBack(port, to, side) : toPath(port, to, points.slice(1, -1), all);
      return [{ from: from.name, exit: name, to: next, path }];
    }),
  );
  return { nodes: all, edges, width: Math.max(width, side + MARGIN), height };
}

/** Gives each node the first layer below all that lead to it; the library's own ways have short lines, but low answers. */
function rankFromTop(graph: Graph<GraphLabel, NodeLabel, EdgeLabel>): void {
  const visit = (name: string): number => {
    const node = graph.node(name);
    const before = graph.inEdges(name) ?? [];
    node.rank ??= Math.max(0, ...before.map((edge) => visit(edge.v) + (graph.edge(edge).minlen ?? 1)));
    return node.rank;
  };
  for (const name of graph.nodes()) visit(name);
}

/** The names of the nodes that the start leads to. */
function findReached(start: string, nodes: readonly FlowOutlineNode[]): ReadonlySet<string> {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const reached = new Set(byName.has(start) ? [start] : []);
  for (const name of reached) {
    for (const { next } of byName.get(name)?.exits ?? []) if (byName.has(next)) reached.add(next);
  }
  return reached;
}

function toPlaced(node: FlowOutlineNode, centre: Point): PlacedNode {
  const [width, height] = [toWidth(node), toHeight(node)];
  const box = { ...node, width, height, x: centre.x - width / 2, y: centre.y - height / 2 };
  return { ...box, ports: toPorts(box) };
}

/** An exit's name is shown where there are several. */
export function hasNamedExits({ exits }: FlowOutlineNode): boolean {
  return exits.length > 1;
}

function toExitWidths(node: FlowOutlineNode): readonly number[] {
  return hasNamedExits(node) ? node.exits.map(({ name }) => name.length * SMALL_WIDTH + 16) : [];
}

function toWidth(node: FlowOutlineNode): number {
  const exits = toExitWidths(node).reduce((sum, width) => sum + width, 0);
  const isPlain = node.type === "end";
  return Math.ceil(
    Math.max(
      isPlain ? 56 : MIN_WIDTH,
      node.name.length * NAME_WIDTH + 20,
      isPlain ? 0 : node.type.length * SMALL_WIDTH + 20,
      exits,
    ),
  );
}

function toHeight(node: FlowOutlineNode | undefined): number {
  if (node === undefined || node.type === "end") return END_HEIGHT;
  return hasNamedExits(node) ? BOX_HEIGHT + EXITS_HEIGHT : BOX_HEIGHT;
}

function toPorts({
  x,
  width,
  ...node
}: FlowOutlineNode & { readonly x: number; readonly width: number }): readonly number[] {
  const widths = toExitWidths(node);
  if (widths.length === 0) return node.exits.map(() => x + width / 2);
  const spare = (width - widths.reduce((sum, each) => sum + each, 0)) / widths.length;
  let left = x;
  return widths.map((each) => {
    const port = left + (each + spare) / 2;
    left += each + spare;
    return port;
  });
}

/** Down to the next node, straight past the layers in between. */
function toPath(port: Point, to: PlacedNode, passing: readonly Point[], all: readonly PlacedNode[]): string {
  let { x, y } = port;
  const parts = [`M${round(x)} ${round(y)}`];
  for (const point of passing) {
    const layer = all.filter((node) => Math.abs(node.y + node.height / 2 - point.y) < 1);
    // The library has a point between two layers as well.
    if (layer.length === 0) continue;
    const top = Math.min(...layer.map((node) => node.y));
    const bottom = Math.max(...layer.map((node) => node.y + node.height));
    parts.push(toCurve(x, y, point.x, top), `L${round(point.x)} ${round(bottom)}`);
    [x, y] = [point.x, bottom];
  }
  return [...parts, toCurve(x, y, to.x + to.width / 2, to.y)].join("");
}

/** Round the right side, up to the node that it goes back to. */
function toWayBack({ x, y }: Point, to: PlacedNode, side: number): string {
  const [endX, endY] = [to.x + to.width, to.y + BOX_HEIGHT / 2];
  const low = y + LAYER_GAP / 3;
  return `M${round(x)} ${round(y)}L${round(x)} ${round(low)}L${round(side)} ${round(low)}L${round(side)} ${round(endY)}L${round(endX)} ${round(endY)}`;
}

function toCurve(x: number, y: number, nextX: number, nextY: number): string {
  const middle = (y + nextY) / 2;
  return `C${[x, middle, nextX, middle, nextX, nextY].map(round).join(" ")}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
