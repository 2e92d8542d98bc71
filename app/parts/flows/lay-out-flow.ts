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
/** Room for a line that passes a layer. */
const PASSING_WIDTH = 12;
const MARGIN = 10;
/** Measured on the app's fonts: what a character of a name, and of the small print, is wide at most. */
const NAME_WIDTH = 8;
const SMALL_WIDTH = 6.4;
const MIN_WIDTH = 84;
/** Down and up in turn, and down at the end: what comes together stands below the middle of where it comes from. */
const SWEEPS = 7;

/** A place in a layer: a node, or a line that passes on its way to a later layer. */
interface Slot {
  readonly id: string;
  readonly width: number;
  x: number;
}

/** A line from layer to layer, by the slots that it goes through. */
interface Route {
  readonly from: string;
  readonly exit: number;
  readonly slots: readonly string[];
}

/**
 * Lays a flow out from top to bottom: each node below all that lead to it, apart from ways back, and sorted within a layer
 * so that few lines cross.
 */
export function layOutFlow({ start, nodes }: FlowOutline): FlowLayout {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const layerOf = toLayers(start, byName);
  const shown = nodes.filter(({ name }) => layerOf.has(name));
  const layers: Slot[][] = Array.from({ length: Math.max(0, ...layerOf.values()) + 1 }, () => []);
  const slots = new Map<string, Slot>();
  const put = (id: string, layer: number, width: number): void => {
    const slot = { id, width, x: 0 };
    slots.set(id, slot);
    layers[layer]?.push(slot);
  };
  for (const node of shown) put(node.name, layerOf.get(node.name) ?? 0, toWidth(node));
  const routes = toRoutes(shown, layerOf, (id, layer) => put(id, layer, PASSING_WIDTH));
  arrange(layers, routes);
  const heights = layers.map((layer) => Math.max(...layer.map(({ id }) => toHeight(byName.get(id)))));
  const tops = heights.map((_, index) =>
    heights.slice(0, index).reduce((sum, height) => sum + height + LAYER_GAP, MARGIN),
  );
  const placed = new Map(
    shown.map((node) => {
      const slot = slots.get(node.name);
      const width = slot?.width ?? 0;
      const x = slot?.x ?? 0;
      const y = tops[layerOf.get(node.name) ?? 0] ?? 0;
      const box = { ...node, x, y, width, height: toHeight(node) };
      return [node.name, { ...box, ports: toPorts(box) }] as const;
    }),
  );
  const right = Math.max(...[...slots.values()].map(({ x, width }) => x + width));
  const ways = toWays(shown, layerOf);
  const edges = [
    ...routes.map((route) => toEdge(route, { placed, slots, tops, heights, layerOf })),
    ...ways.map((way, index) => toWayBack(way, placed, right + 12 + index * 8)),
  ].filter((edge) => edge !== null);
  const bottom = (tops.at(-1) ?? 0) + (heights.at(-1) ?? 0);
  const sides = ways.length === 0 ? 0 : 16 + ways.length * 8;
  return { nodes: [...placed.values()], edges, width: right + sides + MARGIN, height: bottom + MARGIN };
}

/** The layer of each node that can be reached: one below the lowest that leads to it. Ways back do not count. */
function toLayers(start: string, nodes: ReadonlyMap<string, FlowOutlineNode>): ReadonlyMap<string, number> {
  const order: string[] = [];
  const open = new Set<string>();
  const done = new Set<string>();
  const back = new Set<string>();
  const visit = (name: string): void => {
    open.add(name);
    for (const { next } of nodes.get(name)?.exits ?? []) {
      if (open.has(next)) back.add(`${name} ${next}`);
      else if (!done.has(next) && nodes.has(next)) visit(next);
    }
    open.delete(name);
    done.add(name);
    order.unshift(name);
  };
  if (nodes.has(start)) visit(start);
  const layers = new Map(order.map((name) => [name, 0]));
  for (const name of order) {
    for (const { next } of nodes.get(name)?.exits ?? []) {
      if (back.has(`${name} ${next}`) || !layers.has(next)) continue;
      layers.set(next, Math.max(layers.get(next) ?? 0, (layers.get(name) ?? 0) + 1));
    }
  }
  return layers;
}

/** The lines that go down, each with a slot in every layer that it passes. */
function toRoutes(
  nodes: readonly FlowOutlineNode[],
  layerOf: ReadonlyMap<string, number>,
  pass: (id: string, layer: number) => void,
): readonly Route[] {
  return nodes.flatMap(({ name, exits }) =>
    exits.flatMap(({ next }, exit): Route[] => {
      const [from, to] = [layerOf.get(name) ?? 0, layerOf.get(next) ?? 0];
      if (to <= from) return [];
      const passing: string[] = [];
      for (let layer = from + 1; layer < to; layer += 1) {
        const id = `${name} ${exit} ${layer}`;
        pass(id, layer);
        passing.push(id);
      }
      return [{ from: name, exit, slots: [name, ...passing, next] }];
    }),
  );
}

interface Way {
  readonly from: string;
  readonly exit: string;
  readonly port: number;
  readonly to: string;
}

/** The lines that go back or stay. */
function toWays(nodes: readonly FlowOutlineNode[], layerOf: ReadonlyMap<string, number>): readonly Way[] {
  return nodes.flatMap(({ name, exits }) =>
    exits.flatMap(({ name: exit, next }, port) =>
      (layerOf.get(next) ?? 0) <= (layerOf.get(name) ?? 0) ? [{ from: name, exit, port, to: next }] : [],
    ),
  );
}

/** Sorts each layer by where its neighbours are, then moves every slot as near to them as the others let it. */
function arrange(layers: readonly Slot[][], routes: readonly Route[]): void {
  const above = new Map<string, string[]>();
  const below = new Map<string, string[]>();
  for (const { slots } of routes) {
    for (const [index, id] of slots.slice(0, -1).entries()) {
      const next = slots[index + 1] ?? id;
      below.set(id, [...(below.get(id) ?? []), next]);
      above.set(next, [...(above.get(next) ?? []), id]);
    }
  }
  const centres = new Map<string, number>();
  const settle = (layer: readonly Slot[]): void => {
    const wanted = layer.map(({ x }) => x);
    let x = Number.NEGATIVE_INFINITY;
    for (const slot of layer) {
      slot.x = Math.max(slot.x, x);
      x = slot.x + slot.width + NODE_GAP;
    }
    // All were pushed to one side: half of it is undone.
    const pushed = layer.reduce((sum, slot, index) => sum + slot.x - (wanted[index] ?? 0), 0) / layer.length;
    for (const slot of layer) {
      slot.x -= pushed;
      centres.set(slot.id, slot.x + slot.width / 2);
    }
  };
  for (const layer of layers) settle(layer);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const down = sweep % 2 === 0;
    const neighbours = down ? above : below;
    for (const layer of down ? layers : layers.toReversed()) {
      const wanted = new Map(
        layer.map((slot) => [slot.id, toMean(neighbours.get(slot.id), centres) ?? centres.get(slot.id) ?? 0]),
      );
      layer.sort((one, other) => (wanted.get(one.id) ?? 0) - (wanted.get(other.id) ?? 0));
      for (const slot of layer) slot.x = (wanted.get(slot.id) ?? 0) - slot.width / 2;
      settle(layer);
    }
  }
  centre(layers);
}

/** Moves all layers so that the narrow ones stand in the middle of the widest. */
function centre(layers: readonly Slot[][]): void {
  const left = Math.min(...layers.flat().map(({ x }) => x));
  for (const slot of layers.flat()) slot.x += MARGIN - left;
}

function toMean(ids: readonly string[] | undefined, centres: ReadonlyMap<string, number>): number | undefined {
  if (ids === undefined || ids.length === 0) return undefined;
  return ids.reduce((sum, id) => sum + (centres.get(id) ?? 0), 0) / ids.length;
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

interface Placement {
  readonly placed: ReadonlyMap<string, PlacedNode>;
  readonly slots: ReadonlyMap<string, Slot>;
  readonly tops: readonly number[];
  readonly heights: readonly number[];
  readonly layerOf: ReadonlyMap<string, number>;
}

function toEdge(
  { from, exit, slots: ids }: Route,
  { placed, slots, tops, heights, layerOf }: Placement,
): PlacedEdge | null {
  const node = placed.get(from);
  const to = placed.get(ids.at(-1) ?? "");
  const name = node?.exits[exit]?.name;
  if (node === undefined || to === undefined || name === undefined) return null;
  const first = (layerOf.get(from) ?? 0) + 1;
  let [x, y] = [node.ports[exit] ?? node.x, node.y + node.height];
  const parts = [`M${round(x)} ${round(y)}`];
  for (const [index, id] of ids.slice(1, -1).entries()) {
    const slot = slots.get(id);
    const [nextX, top] = [(slot?.x ?? 0) + PASSING_WIDTH / 2, tops[first + index] ?? 0];
    const bottom = top + (heights[first + index] ?? 0);
    parts.push(toCurve(x, y, nextX, top), `L${round(nextX)} ${round(bottom)}`);
    [x, y] = [nextX, bottom];
  }
  parts.push(toCurve(x, y, to.x + to.width / 2, to.y));
  return { from, exit: name, to: to.name, path: parts.join("") };
}

function toCurve(x: number, y: number, nextX: number, nextY: number): string {
  const middle = (y + nextY) / 2;
  return `C${[x, middle, nextX, middle, nextX, nextY].map(round).join(" ")}`;
}

/** Round the right side, up to the node that it goes back to. */
function toWayBack(way: Way, placed: ReadonlyMap<string, PlacedNode>, side: number): PlacedEdge | null {
  const [from, to] = [placed.get(way.from), placed.get(way.to)];
  if (from === undefined || to === undefined) return null;
  const [x, y] = [from.ports[way.port] ?? from.x, from.y + from.height];
  const [endX, endY] = [to.x + to.width, to.y + BOX_HEIGHT / 2];
  const low = y + LAYER_GAP / 3;
  const path = `M${round(x)} ${round(y)}L${round(x)} ${round(low)}L${round(side)} ${round(low)}L${round(side)} ${round(endY)}L${round(endX)} ${round(endY)}`;
  return { from: way.from, exit: way.exit, to: way.to, path };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
