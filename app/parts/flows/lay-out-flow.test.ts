import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FlowNodeType, FlowOutline } from "../../../worker/protocol/tool.ts";
import { toWayOutline } from "../../views/runs/flow-steps.tsx";
import { layOutFlow, type PlacedNode } from "./lay-out-flow.ts";

const node = (name: string, type: FlowNodeType, exits: Readonly<Record<string, string>>) => ({
  name,
  type,
  exits: Object.entries(exits).map(([exit, next]) => ({ name: exit, next })),
});

const DESK: FlowOutline = {
  start: "gate",
  nodes: [
    node("gate", "guardrail", { pass: "topic", block: "refuse" }),
    node("topic", "route", { hours: "hours", orders: "orders", again: "gate", otherwise: "end" }),
    node("hours", "canned-response", { answered: "end" }),
    node("orders", "skill", { answered: "end" }),
    node("refuse", "canned-response", { answered: "end" }),
    node("end", "end", {}),
  ],
};

const doOverlap = (one: PlacedNode, other: PlacedNode): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

describe("a flow laid out", () => {
  const layout = layOutFlow(DESK);
  const find = (name: string): PlacedNode => {
    const found = layout.nodes.find((each) => each.name === name);
    if (found === undefined) throw new Error(name);
    return found;
  };

  it("has every node inside the picture, and none over another", () => {
    expect(layout.nodes.map(({ name }) => name)).toEqual(DESK.nodes.map(({ name }) => name));
    for (const [index, one] of layout.nodes.entries()) {
      expect(one.x).toBeGreaterThanOrEqual(0);
      expect(one.x + one.width).toBeLessThanOrEqual(layout.width);
      expect(one.y + one.height).toBeLessThanOrEqual(layout.height);
      for (const other of layout.nodes.slice(index + 1)) expect(doOverlap(one, other)).toBe(false);
    }
  });

  it("has each node below all that lead to it, but for ways back", () => {
    for (const { from, exit, to } of layout.edges) {
      if (exit !== "again") expect(find(to).y).toBeGreaterThan(find(from).y + find(from).height);
    }
    expect(find("gate").y).toBeLessThan(find("topic").y);
  });

  it("has what exits lead to in the order of the exits, so that no lines cross", () => {
    expect(find("topic").x).toBeLessThan(find("refuse").x);
    expect(find("hours").x).toBeLessThan(find("orders").x);
    expect(Math.abs(find("topic").y - find("refuse").y)).toBeLessThan(30);
  });

  it("draws a line for every exit, from its place at the node to the next one", () => {
    expect(layout.edges.map(({ from, exit, to }) => `${from} ${exit} ${to}`).sort()).toEqual(
      DESK.nodes.flatMap(({ name, exits }) => exits.map((exit) => `${name} ${exit.name} ${exit.next}`)).sort(),
    );
    const orders = layout.edges.find(({ exit }) => exit === "orders");
    const topic = find("topic");
    expect(orders?.path.startsWith(`M${Math.round((topic.ports[1] ?? 0) * 10) / 10} ${topic.y + topic.height}`)).toBe(
      true,
    );
    expect(topic.ports).toEqual([...topic.ports].sort((one, other) => one - other));
  });

  it("leads lines past what lies between, and not through it", () => {
    const long = layout.edges.find(({ from, exit }) => from === "topic" && exit === "otherwise");
    const [, x] = /L([\d.]+) /.exec(long?.path ?? "") ?? [];
    const beside = [find("hours"), find("orders")];
    expect(beside.every((box) => Number(x) < box.x || Number(x) > box.x + box.width)).toBe(true);
  });

  it("is there for every flow, whatever leads where", () => {
    const names = ["a", "b", "c", "d", "e"];
    const exits = fc.dictionary(fc.constantFrom("x", "y", "z", "w"), fc.constantFrom(...names));
    fc.assert(
      fc.property(fc.tuple(exits, exits, exits, exits, exits), (all) => {
        const nodes = all.map((each, index) => node(names[index] ?? "", "route", each));
        const picture = layOutFlow({ start: "a", nodes });
        for (const { x, y } of picture.nodes) expect(Number.isFinite(x + y)).toBe(true);
        for (const { path } of picture.edges) expect(path).not.toContain("NaN");
      }),
    );
  });

  it("is there for a flow of one node that leads to itself, and for none", () => {
    const loop = layOutFlow({ start: "a", nodes: [node("a", "generate", { answered: "a" })] });
    expect(loop.edges).toHaveLength(1);
    expect(loop.width).toBeGreaterThan(0);
    expect(layOutFlow({ start: "gone", nodes: [] }).nodes).toEqual([]);
  });
});

describe("the way of a run", () => {
  const way = [
    { node: "gate", nodeType: "guardrail", exit: "pass" },
    { node: "topic", nodeType: "route", exit: "hours" },
    { node: "hours", nodeType: "canned-response", exit: "answered" },
    { node: "end", nodeType: "end", exit: "end" },
  ] as const;

  it("is drawn on the flow as it is, if it fits", () => {
    expect(toWayOutline(way, DESK)).toBe(DESK);
    expect(toWayOutline(way.slice(0, 2), DESK)).toBe(DESK);
  });

  it("is drawn alone where the flow is gone or was changed since", () => {
    const alone: FlowOutline = {
      start: "gate",
      nodes: [
        node("gate", "guardrail", { pass: "topic" }),
        node("topic", "route", { hours: "hours" }),
        node("hours", "canned-response", { answered: "end" }),
        node("end", "end", {}),
      ],
    };
    expect(toWayOutline(way, undefined)).toEqual(alone);
    const other = DESK.nodes.map((each) =>
      each.name === "topic" ? node("topic", "route", { hours: "refuse", b: "end" }) : each,
    );
    expect(toWayOutline(way, { ...DESK, nodes: other })).toEqual(alone);
  });
});
