import { toSystemText } from "../../agent/context/system-text.ts";
import { verifyEvidence } from "../../agent/log/evidence.ts";
import type { ExchangeParts } from "../../formats/providers/provider-exchange.ts";
import type { RunLogsApi } from "../../protocol/api/run-logs-api.ts";
import { defined } from "../../protocol/defined.ts";
import type { RunId } from "../../protocol/ids.ts";
import { toBranch } from "../../protocol/message.ts";
import { allTools } from "../agent-facts.ts";
import type { HostParts } from "../host-parts.ts";
import { toUserText } from "../runs/plan-answer.ts";
import type { RunContext } from "../runs/run-context.ts";
import { toResults, toStored, toValue } from "../to-result.ts";

export function createRunLogsApi({ readStores, readRunContext }: HostParts): RunLogsApi {
  return {
    listRuns: async (conversationId) => (await readStores()).runs.list(conversationId),
    ...toResults<Omit<RunLogsApi, "listRuns">>({
      toProviderExchange: async (runId, format) => {
        const run = await (await readStores()).runs.read(runId);
        const parts = toStored(await toExchangeParts(await readRunContext(run?.conversationId), runId), runId);
        const { toProviderExchange } = await import("../../formats/providers/provider-exchange.ts");
        return toProviderExchange(format, parts);
      },
      importExchange: async (text) => {
        const { readExchangeText } = await import("../read-exchange-text.ts");
        const context = await readRunContext();
        const read = toValue(readExchangeText(text, { now: context.now(), newId: context.newId }));
        if (read !== null) await context.conversations.saveTurn(read.conversation, read.messages);
        return read?.conversation.id ?? null;
      },
      readRunFile: async (text) => {
        const { parseRunFile } = await import("../../agent/log/parse-run-file.ts");
        return toValue(parseRunFile(text));
      },
      readRun: async (runId) => {
        const record = toStored(await (await readStores()).runs.read(runId), runId);
        return { ...record, evidence: verifyEvidence(record.events, record.calls) };
      },
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
