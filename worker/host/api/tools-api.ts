import { type CallScope, executeCall, previewCall } from "../../agent/calls/execute-call.ts";
import type { Agent } from "../../agent/define/agent.ts";
import type { ToolsApi } from "../../protocol/api/tools-api.ts";
import { defined } from "../../protocol/defined.ts";
import { type ConversationId, MANUAL_RUN } from "../../protocol/ids.ts";
import type { Settings, ToolFile } from "../../protocol/settings.ts";
import { toSecretKey } from "../../protocol/tool.ts";
import { allTools, toSkillInfos } from "../agent-facts.ts";
import type { HostParts } from "../host-parts.ts";
import type { RunContext } from "../runs/run-context.ts";
import { toResult, toResults } from "../to-result.ts";

/** Changes of files are made one after the other. */
export function createToolsApi(parts: HostParts): ToolsApi {
  const { servers, settings } = parts;
  let changes: Promise<unknown> = Promise.resolve();
  const afterOthers = <Value>(change: () => Promise<Value>): Promise<Value> => {
    const done = changes.then(change);
    changes = done.catch(() => {});
    return done;
  };
  return {
    previewCall: async (name, input) => {
      const context = await parts.readRunContext();
      return previewCall({ id: context.newId(), name, arguments: input }, toManualScope(context));
    },
    runTool: async (name, input, conversationId) => {
      const context = await parts.readRunContext(conversationId);
      const scope = toManualScope(context, conversationId);
      const { outcome, edits } = await executeCall({ id: context.newId(), name, arguments: input }, scope);
      if (scope.allowlist.get(name)?.spec.effect !== "reads") context.emit({ type: "memories-changed" });
      return { outcome, ...defined({ edits }) };
    },
    listServers: async () => servers.list(),
    askServer: (server, question) =>
      toResult(async () => ({ ok: true, value: await (await servers.load()).ask(server, question) })),
    ...toResults<Omit<ToolsApi, "previewCall" | "runTool" | "listServers" | "askServer">>({
      addToolFiles: async (files) => {
        const { addToolFiles } = await import("./add-tool-files.ts");
        return afterOthers(() => addToolFiles(parts, files, remakeAgent));
      },
      removeToolFile: (name) =>
        afterOthers(() => {
          const others = settings.current.toolFiles.filter((file) => file.name !== name);
          return remakeAgent(parts, others);
        }),
      takeOffered: async (...step) => (await import("./take-offered.ts")).takeOffered(parts, ...step),
      addServer: async (name, url, token) => (await servers.load()).add(name, url, token),
      addServerPort: async (name, port) => (await servers.load()).addPort(name, port),
      removeServer: async (name) => (await servers.load()).remove(name),
      refreshServer: async (name) => (await servers.load()).refresh(name),
      signIn: async (step) => (await servers.load()).signIn(step),
      consentToTool: async (server, remoteName, pin) => (await servers.load()).consent(server, remoteName, pin),
    }),
  };
}

/** The scope of a call that the user makes: every tool is allowed, and no approval is needed. */
function toManualScope(
  { agent, settings, clock, timeZone }: RunContext,
  conversationId: ConversationId = MANUAL_RUN,
): CallScope {
  return {
    agent,
    skillName: "by hand",
    allowlist: new Map(allTools(agent).map((tool) => [tool.spec.name, tool])),
    runId: MANUAL_RUN,
    conversationId,
    messageId: MANUAL_RUN,
    tainted: false,
    toolTimeoutMs: settings.current.budget?.toolTimeoutMs ?? agent.budget.toolTimeoutMs,
    clock,
    timeZone,
    signal: new AbortController().signal,
    isGranted: () => true,
    askApproval: async () => ({ type: "allow-once" }),
  };
}

/** The secrets that a tool names. One that none does is forgotten: another tool of that name must not inherit it. */
function keepNamed(secrets: Settings["secrets"], agent: Agent): NonNullable<Settings["secrets"]> {
  const named = new Set(
    allTools(agent).flatMap(({ spec }) => (spec.secrets ?? []).map((secret) => toSecretKey(spec.name, secret))),
  );
  return Object.fromEntries(Object.entries(secrets ?? {}).filter(([key]) => named.has(key)));
}

/** Replaces the agent with one that is made anew, from these files where they are given; those are stored. */
export async function remakeAgent(
  { readStarted, servers, settings, emit }: HostParts,
  toolFiles?: readonly ToolFile[],
): Promise<void> {
  const { ownAgent } = await readStarted();
  const made = await ownAgent.make(toolFiles ?? settings.current.toolFiles);
  if (toolFiles !== undefined) {
    await settings.update({ toolFiles, secrets: keepNamed(settings.current.secrets, made.agent) });
  }
  ownAgent.made = made;
  emit({ type: "tools-changed", skills: toSkillInfos(servers.extend(made.agent)), fileFaults: made.faults });
}
