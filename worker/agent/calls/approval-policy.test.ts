import { expect, it } from "vitest";
import { decideApproval } from "./approval-policy.ts";

it.each([
  // effect, asks, tainted, unsure, granted -> verdict, rememberable
  ["reads", false, false, false, false, "allow", undefined],
  ["reads", false, true, false, false, "allow", undefined],
  ["writes", false, false, false, false, "allow", undefined],
  ["writes", false, true, false, false, "ask", false],
  ["writes", false, true, false, true, "ask", false],
  ["sends", false, false, false, false, "ask", true],
  ["sends", false, false, false, true, "allow", undefined],
  ["sends", false, true, false, false, "ask", false],
  ["sends", false, true, false, true, "ask", false],
  ["reads", true, false, false, false, "ask", true],
  ["reads", true, false, false, true, "allow", undefined],
  ["reads", true, true, false, true, "ask", false],
  ["writes", true, false, false, false, "ask", true],
  ["writes", true, true, false, true, "ask", false],
  ["sends", true, false, false, false, "ask", true],
  ["sends", true, false, false, true, "allow", undefined],
  ["reads", false, false, true, false, "allow", undefined],
  ["writes", false, false, true, false, "ask", true],
  ["writes", false, false, true, true, "allow", undefined],
  ["writes", false, true, true, true, "ask", false],
  ["sends", false, false, true, true, "allow", undefined],
] as const)(
  "a tool that %s, itself asking %s, tainted %s, its model unsure %s, granted %s: %s, for good %s",
  (effect, asks, tainted, unsure, granted, type, rememberable) => {
    const verdict = decideApproval({ effect, asks, tainted, unsure, granted });
    expect(verdict).toMatchObject({ type, ...(rememberable === undefined ? {} : { rememberable }) });
  },
);

it("says in the reason that the tool itself wants to be asked about, or that a small model had the idea", () => {
  const plain = { asks: false, tainted: false, unsure: false, granted: false };
  expect(decideApproval({ ...plain, effect: "reads", asks: true })).toMatchObject({
    reason: "This tool is made to ask first.",
  });
  expect(decideApproval({ ...plain, effect: "writes", unsure: true })).toMatchObject({
    causes: ["own-idea"],
    reason: "This small model proposed this by itself.",
  });
});
