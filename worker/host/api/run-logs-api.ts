import { toSystemText } from "../../agent/context/system-text.ts";
import { verifyEvidence } from "../../agent/log/evidence.ts";
import type { ExchangeParts } from "../../formats/providers/provider-exchange.ts";
import type { RunLogsApi } from "../../protocol/api/run-logs-api.ts";
import { defined } from "../../protocol/defined.ts";
import type { RunId } from "../../protocol/ids.ts";
import { allTools } from "../agent-facts.ts";
import type { HostParts } from "../host-parts.ts";
import { toUserText } from "../runs/plan-answer.ts";
import type { RunContext } from "../runs/run-context.ts";
import { toBranch } from "../runs/thread-history.ts";
import { toMissing, toResult } from "../to-result.ts";

export function createRunLogsApi({ readStores, readRunContext }: HostParts): RunLogsApi {
  return {
    toProviderExchange: (runId, format) =>
      toResult(async () => {
        const run = await (await readStores()).runs.read(runId);
        const parts = await toExchangeParts(await readRunContext(run?.conversationId), runId);
        if (parts === null) return toMissing(runId);
        const { toProviderExchange } = await import("../../formats/providers/provider-exchange.ts");
        return { ok: true, value: toProviderExchange(format, parts) };
      }),
    importExchange: (text) =>
      toResult(async () => {
        const { readExchangeText } = await import("../read-exchange-text.ts");
        const context = await readRunContext();
        const read = readExchangeText(text, { now: context.now(), newId: context.newId });
        if (!read.ok || read.value === null) return read.ok ? { ok: true, value: null } : read;
        const { conversation, messages } = read.value;
        await context.conversations.saveTurn(conversation, messages);
        return { ok: true, value: conversation.id };
      }),
    listRuns: async (conversationId) => (await readStores()).runs.list(conversationId),
    readRunFile: (text) =>
      toResult(async () => {
        const { parseRunFile } = await import("../../agent/log/parse-run-file.ts");
        return parseRunFile(text);
      }),
    readRun: (runId) =>
      toResult(async () => {
        const record = await (await readStores()).runs.read(runId);
        if (record === null) return toMissing(runId);
        return { ok: true, value: { ...record, evidence: verifyEvidence(record.events, record.calls) } };
      }),
  };
}

/** The messages that the run's model was asked; null if the run or its answer is no longer stored. */
async function toExchangeParts(context: RunContext, runId: RunId): Promise<ExchangeParts | null> {
  const { agent, stores } = context;
  const record = await stores.runs.read(runId);
  const start = record?.events.find((event) => event.type === "run-start");
  if (record === null || start?.type !== "run-start") return null;
  const conversation = await stores.conversations.read(start.conversationId);
  const messages = toBranch(await stores.conversations.messages(start.conversationId), start.messageId);
  if (conversation === null || messages.length === 0) return null;
  const skill = agent.skills.find(({ name }) => name === start.skill);
  const systemPrompt = toUserText(context, conversation);
  const sent = record.events.findLast((event) => event.type === "prompt-sent");
  const ends = record.events.filter((event) => event.type === "turn-end");
  return {
    model: start.modelId,
    system: toSystemText(
      { agent, systemPrompt },
      skill?.description ?? "",
      skill?.type === "agentic" ? skill.instructions : "",
    ),
    tools: allTools(agent).flatMap(({ spec }) => (start.tools.includes(spec.name) ? [spec] : [])),
    messages,
    ...defined({ sampling: sent?.sampling, usage: ends.at(-1)?.usage }),
  };
}
