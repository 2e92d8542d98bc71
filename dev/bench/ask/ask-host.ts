import type { Agent } from "../../../worker/agent/define/agent.ts";
import type { ModelClient, ModelInfo } from "../../../worker/agent/ports/model-client.ts";
import { createAssistant } from "../../../worker/assistant/assistant.ts";
import { createResponders } from "../../../worker/fastpath/registry.ts";
import { startTestHost, type TestHost, toValue } from "../../../worker/host/agent-host.fixture.ts";
import { toConversationFiles } from "../../../worker/host/runs/conversation-files.ts";
import { platformClock } from "../../../worker/platform/clock.ts";
import type { SendReceipt } from "../../../worker/protocol/api/runs-api.ts";
import { defined } from "../../../worker/protocol/defined.ts";
import type { ConversationId } from "../../../worker/protocol/ids.ts";
import type { PolicyId } from "../../../worker/protocol/model.ts";
import type { RunEvent } from "../../../worker/protocol/run-event.ts";
import { TASK_NAMESPACE } from "../../../worker/protocol/tasks/task.ts";
import { createInMemoryStores } from "../../../worker/store/in-memory-stores.ts";
import type { Stores } from "../../../worker/store/stores.ts";
import { extendWithFiles } from "../../../worker/tools/files/extend-with-files.ts";
import { openManual } from "../../../worker/tools/manual/open-manual.ts";
import { ROOT } from "../../scripts/build-app.ts";
import { renderManual } from "../../scripts/manual/render-manual.ts";
import type { AskAnswer, Asker, AskReply, AskRequest } from "./ask-request.ts";
import { toJsonValue } from "./to-json-value.ts";

/** Adds to the agent that is asked. */
export type ExtendAgent = (agent: Agent) => Agent;

/** The namespace of what the user saves on the page of notes. */
const NOTES = "notes";

/**
 * Asks a model through the whole host: the app's assistant, recall, notes, tasks, every approval granted at once, the
 * exact skills before the model, the clock and the time zone of this machine. Nothing is kept after the process. `openModel` gives a profile its client.
 */
export function createHostAsker(openModel: () => ModelClient, extend: ExtendAgent = (agent) => agent): Asker {
  const profiles = new Map<string, Profile>();
  return async (request) => {
    const known = request.profile === undefined ? undefined : profiles.get(request.profile);
    const opened = known ?? (await openProfile(openModel(), request.tools, extend));
    if (request.profile !== undefined) profiles.set(request.profile, opened);
    return askHost(opened, request);
  };
}

/** A host with its stores, and the model that it asks. */
interface Profile {
  readonly host: TestHost;
  readonly model: ModelClient;
}

/** A file that the build would make of the manual. */
async function readBuilt(path: string): Promise<string | null> {
  return renderManual(ROOT).get(path.replace(/^docs\//u, "")) ?? null;
}

async function openProfile(model: ModelClient, tools: AskRequest["tools"], extend: ExtendAgent): Promise<Profile> {
  let ids = 0;
  const stores = createInMemoryStores({ now: () => platformClock.wallNow(), newId: () => `stored-${++ids}` });
  const assistant = createAssistant(stores.memories, toConversationFiles(stores.conversations), openManual(readBuilt));
  const { agent, faults } = await extendWithFiles(extend(assistant), async () => null, {}, tools);
  const [fault] = faults.filter(({ file }) => tools.some(({ name }) => name === file));
  if (fault !== undefined) throw new Error(`${fault.file}:${fault.line}: ${fault.message}`);
  const host = await startTestHost({
    model,
    stores,
    agent,
    clock: { ...platformClock, advance: () => undefined },
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    responders: createResponders(),
  });
  void grantApprovals(host);
  return { host, model };
}

/** Allows every call that is asked about, as long as the process lives. */
async function grantApprovals(host: TestHost): Promise<void> {
  for (let seen = 0; ; ) {
    await host.waitFor(() => host.events.length > seen);
    const fresh = host.events.slice(seen);
    seen += fresh.length;
    for (const event of fresh) {
      if (event.type !== "run" || event.event.type !== "approval-requested") continue;
      await host.api.decideApproval(event.runId, event.event.request.call.id, { type: "allow-once" });
    }
  }
}

async function askHost({ host, model }: Profile, request: AskRequest): Promise<AskReply> {
  if (request.language !== undefined) await host.api.updateSettings({ language: request.language });
  for (const text of request.notes) {
    toValue(await host.api.saveMemory({ namespace: NOTES, text, source: { type: "user" } }));
  }
  const attachments = request.files.map(({ name, text }) => ({ name, text, mediaType: toMediaType(name) }));
  const answers: AskAnswer[] = [];
  let conversationId: ConversationId | null = null;
  for (const text of request.texts) {
    const startedAt = performance.now();
    const isFirst = answers.length === 0;
    const receipt: SendReceipt = toValue(
      await host.api.send({ conversationId, text, ...(isFirst && attachments.length > 0 ? { attachments } : {}) }),
    );
    conversationId = receipt.conversationId;
    const events = await host.runEvents(receipt.runId);
    answers.push(toAnswer(events, (performance.now() - startedAt) / 1000));
  }
  return { answers, policy: readPolicy(model.info), ...(await readStored(host.stores)) };
}

function readPolicy(info: ModelInfo & { readonly policy?: PolicyId }): PolicyId {
  return info.policy ?? "native";
}

function toAnswer(events: readonly RunEvent[], seconds: number): AskAnswer {
  const end = events.find((event) => event.type === "run-end");
  const usages = events.flatMap((event) =>
    event.type === "turn-end" ? [event.usage] : event.type === "flow-step" && event.asked ? [event.asked.usage] : [],
  );
  const streamed = events.map((event) => (event.type === "text-delta" ? event.text : "")).join("");
  const outcomes = new Map(
    events.flatMap((event) => (event.type === "call-end" ? [[event.callId, event.outcome]] : [])),
  );
  const causes = new Map(
    events.flatMap((event) =>
      event.type === "approval-requested" ? [[event.request.call.id, event.request.causes ?? []]] : [],
    ),
  );
  const calls = events.flatMap((event) => (event.type === "call-start" ? [event.call] : []));
  return {
    text: end === undefined || end.text === "" ? streamed.trim() : end.text,
    calls: calls.map((call) => ({
      name: call.name,
      arguments: call.arguments,
      outcome: toJsonValue(outcomes.get(call.id) ?? null),
      ...defined({ asked: causes.get(call.id) }),
    })),
    by: end === undefined ? "model" : readResponder(end),
    end: [end?.reason ?? "unfinished", ...(end?.failure === undefined ? [] : [end.failure.code])].join(": "),
    seconds: Number(seconds.toFixed(2)),
    tokensRead: usages.reduce((sum, { promptTokens }) => sum + promptTokens, 0),
    tokensWritten: usages.reduce((sum, { completionTokens }) => sum + completionTokens, 0),
  };
}

/** The exact skill that answered, where the log names one. */
function readResponder(end: object & { readonly by?: string }): string {
  return end.by ?? "model";
}

async function readStored({ memories }: Stores): Promise<Pick<AskReply, "notes" | "tasks">> {
  const records = (await memories.list({ limit: 1000 })).map(({ record }) => record);
  const tasks = (await memories.list({ namespace: TASK_NAMESPACE, limit: 1000 })).map(({ record }) => record);
  return {
    notes: records.filter(({ task }) => task === undefined).map(({ text }) => text),
    tasks: tasks.map(({ text, task }) => ({ text, state: toJsonValue(task ?? null) })),
  };
}

function toMediaType(name: string): string {
  const end = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  const types: Readonly<Record<string, string>> = { csv: "text/csv", json: "application/json", md: "text/markdown" };
  return types[end] ?? "text/plain";
}
