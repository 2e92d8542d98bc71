import { expect, it } from "vitest";
import { decideApproval } from "./approval-policy.ts";

it.each([
  // effect, asks, tainted, granted -> verdict, rememberable
  ["reads", false, false, false, "allow", undefined],
  ["reads", false, true, false, "allow", undefined],
  ["writes", false, false, false, "allow", undefined],
  ["writes", false, true, false, "ask", false],
  ["writes", false, true, true, "ask", false],
  ["sends", false, false, false, "ask", true],
  ["sends", false, false, true, "allow", undefined],
  ["sends", false, true, false, "ask", false],
  ["sends", false, true, true, "ask", false],
  ["reads", true, false, false, "ask", true],
  ["reads", true, false, true, "allow", undefined],
  ["reads", true, true, true, "ask", false],
  ["writes", true, false, false, "ask", true],
  ["writes", true, true, true, "ask", false],
  ["sends", true, false, false, "ask", true],
  ["sends", true, false, true, "allow", undefined],
] as const)(
  "a tool that %s, itself asking %s, tainted %s, granted %s: %s, for good %s",
  (effect, asks, tainted, granted, type, rememberable) => {
    const verdict = decideApproval({ effect, asks, tainted, granted });
    expect(verdict).toMatchObject({ type, ...(rememberable === undefined ? {} : { rememberable }) });
  },
);

it("says in the reason that the tool itself wants to be asked about", () => {
  expect(decideApproval({ effect: "reads", asks: true, tainted: false, granted: false })).toMatchObject({
    reason: "The tool itself asks for it.",
  });
});
