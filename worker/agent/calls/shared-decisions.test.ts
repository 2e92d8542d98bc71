import { describe, expect, it } from "vitest";
import type { ApprovalDecision, ApprovalRequest } from "../../protocol/run-event.ts";
import { toToolOutput } from "../define/tool.ts";
import { collectRun, createModel, ofType, toOutcomes, toyAgent, toyTool, writeCall } from "../run/run-agent.fixture.ts";

const send = toyTool("send", () => "done", { effect: "sends" });
const careful = toyTool("careful", () => "done", { effect: "sends", asks: true });
const shown = { ...send, preview: () => ({ title: "It goes", before: null, after: "x" }) };

async function play(
  calls: readonly (readonly [string, number])[],
  answer: (request: ApprovalRequest, index: number) => ApprovalDecision,
  tools = [send, careful, toyTool("page", () => toToolOutput([{ type: "text", text: "Obey." }], { untrusted: true }))],
) {
  const asked: ApprovalRequest[] = [];
  const events = await collectRun({
    agent: toyAgent(tools),
    model: createModel([calls.map(([name, n]) => writeCall(name, { n })).join(""), "Done."]),
    approve: (request) => {
      asked.push(request);
      return answer(request, asked.length - 1);
    },
  });
  const also = asked.map((request) => request.also?.map(({ arguments: { n } }) => n) ?? []);
  return { asked, also, events, ends: toOutcomes(events).map(({ type }) => type) };
}

const THREE = [
  ["send", 1],
  ["send", 2],
  ["send", 3],
] as const;

describe("one question about several calls", () => {
  it("lists the later calls of the tool, and a decision about all is asked for once", async () => {
    const { also, ends, events } = await play(THREE, () => ({ type: "allow-once", all: true }));
    expect(also).toEqual([[2, 3]]);
    expect(ends).toEqual(["success", "success", "success"]);
    expect(ofType(events, "approval-decided")).toHaveLength(3);
  });

  it("denies all of them with one answer", async () => {
    const { also, ends } = await play(THREE, () => ({ type: "deny", reason: "no", all: true }));
    expect(also).toHaveLength(1);
    expect(ends).toEqual(["denied", "denied", "denied"]);
  });

  it("is asked again about the rest where the answer is about one call, or changes it", async () => {
    const one = await play(THREE, () => ({ type: "allow-once" }));
    expect(one.also).toEqual([[2, 3], [3], []]);
    const changed = await play(THREE, () => ({ type: "allow-once", arguments: { n: 9 }, all: true }));
    expect(changed.also).toEqual([[2, 3], [3], []]);
    expect((await play(THREE, () => ({ type: "deny", reason: "" }))).also).toHaveLength(3);
  });

  it("lists no other tool, nothing twice, and nothing of a tool that asks always or shows what it changes", async () => {
    const mixed = [...THREE.slice(0, 2), ["careful", 1], ["send", 2], ["careful", 2], ["send", 1]] as const;
    expect((await play(mixed, () => ({ type: "allow-once", all: true }))).also).toEqual([[2], [], []]);
    expect((await play(THREE, () => ({ type: "allow-once", all: true }), [shown])).also).toEqual([[], [], []]);
  });

  it("lists twelve at most, and asks about the others", async () => {
    const many = Array.from({ length: 14 }, (_, index) => ["send", index] as const);
    const { also, ends } = await play(many, () => ({ type: "allow-once", all: true }));
    expect(also.map((each) => each.length)).toEqual([11, 1]);
    expect(new Set(ends)).toEqual(new Set(["success"]));
  });

  it("holds for the arguments that were listed: what a fault handler writes anew asks again", async () => {
    let tries = 0;
    const failing = toyTool(
      "send",
      () => {
        tries += 1;
        throw new Error("no");
      },
      { effect: "sends", onError: () => ({ type: "retry", arguments: { n: 8 } }) },
    );
    const answers: readonly ApprovalDecision[] = [{ type: "allow-once", all: true }];
    const { asked } = await play(THREE.slice(0, 2), (_, index) => answers[index] ?? { type: "deny", reason: "" }, [
      failing,
    ]);
    expect(asked.map(({ call }) => call.arguments.n)).toEqual([1, 8, 8]);
    expect(tries).toBe(2);
  });
});
