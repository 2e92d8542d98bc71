import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { toBoundedJson } from "../../protocol/bounded-json.ts";
import type { EvidenceCheck, EvidenceEnvelope } from "../../protocol/evidence.ts";
import type { CallId } from "../../protocol/ids.ts";
import { type JsonValue, toCanonicalJson } from "../../protocol/json.ts";
import type { RunEvent } from "../../protocol/run-event.ts";
import { cutText } from "../../protocol/shorten.ts";
import type { ToolCall } from "../../protocol/tool.ts";

/** The version of the envelope's shape. */
const EVIDENCE_VERSION = 1;
/** Characters of a call's input that a log line shows. */
const PREVIEW_CHARACTERS = 120;

type RunStart = Extract<RunEvent, { type: "run-start" }>;
type CallEnd = Extract<RunEvent, { type: "call-end" }>;
type Evidence = Extract<RunEvent, { type: "evidence" }>;

/** Observes a run's events and creates an envelope for every call that ends. */
export function createEvidenceChain() {
  const calls = new Map<CallId, ToolCall>();
  let start: RunStart | null = null;
  let previousHash = "";
  return {
    /** The evidence event that belongs right after `event`, or null. Events come in the order of the log. */
    observe: (event: RunEvent): Evidence | null => {
      if (event.type === "run-start") {
        start = event;
        previousHash = toGenesisHash(event);
      } else if (event.type === "call-start") {
        calls.set(event.call.id, event.call);
      } else if (event.type === "approval-decided" && event.decision.type !== "deny") {
        const call = calls.get(event.callId);
        const edited = event.decision.arguments;
        if (call !== undefined && edited !== undefined) calls.set(call.id, { ...call, arguments: edited });
      } else if (event.type === "call-end") {
        const call = calls.get(event.callId);
        if (call === undefined || start === null) return null;
        const envelope = toEnvelope(start, call, event, previousHash);
        previousHash = envelope.hash;
        return { type: "evidence", at: event.at, turn: event.turn, envelope, line: toLogLine(start, call, event) };
      }
      return null;
    },
  };
}

/** The envelopes of a run's log, in their order. */
export function toEvidence(events: readonly RunEvent[]): readonly EvidenceEnvelope[] {
  return events.flatMap((event) => (event.type === "evidence" ? [event.envelope] : []));
}

/**
 * Checks a run's log against its evidence: every call has its envelope, neither envelopes nor the events they cover
 * were changed, and none is missing, added or out of order. `calls` is the count in the run's header: without it, a log
 * truncated at its end would pass.
 */
export function verifyEvidence(events: readonly RunEvent[], calls?: number): EvidenceCheck {
  const chain = createEvidenceChain();
  const stored = toEvidence(events);
  let index = 0;
  for (const event of events) {
    if (event.type === "evidence") continue;
    const expected = chain.observe(event);
    if (expected === null) continue;
    const found = stored[index];
    if (found === undefined) return { ok: false, index, reason: "the call has no envelope" };
    if (found.hash !== toEnvelopeHash(found)) return { ok: false, index, reason: "the envelope was changed" };
    if (found.hash !== expected.envelope.hash) {
      return { ok: false, index, reason: "the envelope does not fit the log" };
    }
    index += 1;
  }
  if (index < stored.length) return { ok: false, index, reason: "the envelope belongs to no call of the log" };
  const begun = events.filter(({ type }) => type === "call-start").length;
  if (calls !== undefined && calls !== begun) {
    return { ok: false, index, reason: `the log has ${begun} calls where ${calls} were made` };
  }
  return { ok: true, calls: index };
}

function toEnvelope(start: RunStart, call: ToolCall, end: CallEnd, previousHash: string): EvidenceEnvelope {
  const body: Omit<EvidenceEnvelope, "hash"> = {
    version: EVIDENCE_VERSION,
    runId: start.runId,
    callId: call.id,
    who: start.agent,
    skill: start.skill,
    tool: call.name,
    input: toCanonical(call.arguments),
    outcome: end.outcome.type,
    outcomeHash: toHash(toCanonical(end.outcome)),
    durationMs: end.durationMs,
    engine: start.engine,
    model: start.modelId,
    format: start.format,
    turn: end.turn,
    previousHash,
  };
  return { ...body, hash: toHash(toCanonical(body)) };
}

function toEnvelopeHash({ hash: _, ...body }: EvidenceEnvelope): string {
  return toHash(toCanonical(body));
}

function toGenesisHash({ runId, startedAt, agent, skill, tools, question }: RunStart): string {
  return toHash(toCanonical({ runId, startedAt, agent, skill, tools, question }));
}

/** A call's line for a console log: its outcome and duration, and nothing of its result. */
function toLogLine(start: RunStart, call: ToolCall, end: CallEnd): string {
  const facts = [
    `engine=${start.engine}`,
    `model=${start.modelId}`,
    `tools=${start.tools.length}`,
    `turn=${end.turn}`,
    `tool=${cutText(call.name, PREVIEW_CHARACTERS)}`,
    `outcome=${end.outcome.type}`,
    `ms=${Math.round(end.durationMs)}`,
    `input=${cutText(toCanonical(call.arguments), PREVIEW_CHARACTERS)}`,
  ];
  return facts.join(" ");
}

/** Canonical JSON of a logged value; a value beyond the limits is replaced by the reason. */
function toCanonical(value: unknown): string {
  const bounded = toBoundedJson(value, { maxDepth: 128, maxNodes: 1_000_000, maxCharacters: 16_777_216 });
  const json: JsonValue = bounded.ok ? bounded.value : { unreadable: bounded.reason };
  return toCanonicalJson(json);
}

function toHash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
