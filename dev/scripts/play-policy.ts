import { answerJsonLines } from "./json-lines.ts";
import { decideCase } from "./policy/decide-case.ts";
import { type PolicyCase, readPolicyCase } from "./policy/read-policy-case.ts";

// Reads {"id","tools","transcript","calls","grants"?} and writes {"id","decision","reason","tainted","decisions"}; see
// docs/approval-policy.md. A line without calls sets tools, transcript and grants for the lines that lack them.
let before: PolicyCase | undefined;
await answerJsonLines(async (line) => {
  const policyCase = readPolicyCase(line, before);
  if (policyCase.calls.length === 0) before = policyCase;
  const decisions = await decideCase(policyCase);
  const strictest =
    decisions.find(({ decision }) => decision === "deny") ??
    decisions.find(({ decision }) => decision === "ask") ??
    decisions[0];
  const sources = policyCase.transcript.filter(({ foreign }) => foreign).map(({ source }) => source);
  return {
    decision: strictest?.decision ?? null,
    reason: strictest?.reason ?? "There are no calls to decide about.",
    questions: decisions.filter(({ decision, listed }) => decision === "ask" && !listed).length,
    foreign: [...new Set(sources)],
    decisions: decisions.map((each) => ({ ...each, causes: [...each.causes] })),
  };
});
