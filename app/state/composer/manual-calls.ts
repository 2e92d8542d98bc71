import type { Result } from "../../../worker/protocol/failure.ts";
import type { JsonObject } from "../../../worker/protocol/json.ts";
import { PROMPT_MARK } from "../../../worker/protocol/mcp.ts";
import type { MemoryRevert } from "../../../worker/protocol/memory.ts";
import { type AppDeps, type StateAccess, toResult } from "../app-state.ts";
import { toChatCommands } from "../find-tool.ts";
import { type Draft, type DraftKey, type DraftSource, type ManualCall, updateComposer } from "./composer-state.ts";
import type { FileActions } from "./file-actions.ts";
import { type SlashCommand, toSlashCommand } from "./slash-command.ts";

/** Tool calls that the user makes, without a model, and prompts. */
export function createManualCalls(
  deps: AppDeps,
  state: StateAccess,
  files: Pick<FileActions, "add">,
  takeText: (key: DraftKey, text: string, source: DraftSource) => void,
) {
  const { api } = deps;

  function change(key: DraftKey, callKey: string, changed: Partial<ManualCall>): void {
    updateComposer(state, key, ({ manualCalls }) => ({
      manualCalls: manualCalls.map((each) => (each.key === callKey ? { ...each, ...changed } : each)),
    }));
  }

  return {
    /** Reads what a draft asks for behind a slash; text from outside asks for nothing. */
    readCommand(key: DraftKey, { text, source }: Draft): SlashCommand {
      return source === undefined ? toSlashCommand(text, toChatCommands(state.get(), key)) : { type: "none" };
    },
    async runManualCall(key: DraftKey, name: string, input: JsonObject, isPasted = false): Promise<void> {
      const call = { key: deps.newKey(), call: { id: deps.newKey(), name, arguments: input } };
      updateComposer(state, key, ({ manualCalls }) => ({ manualCalls: [...manualCalls, call] }));
      const startedAt = deps.now();
      const running = name.includes(PROMPT_MARK)
        ? import("./take-prompt.ts").then((m) => m.takePrompt(api, state, files, takeText, key, name, input, isPasted))
        : api.runTool(name, input, key === "new" ? undefined : key);
      const ended = await running.catch((error: unknown) => ({
        outcome: { type: "failed" as const, message: String(error) },
      }));
      change(key, call.key, { ...ended, durationMs: deps.now() - startedAt });
    },
    /** Takes back everything that the call wrote, or nothing. */
    async undoManualCall(key: DraftKey, call: ManualCall): Promise<Result<MemoryRevert>> {
      const undone = await toResult(api.undoEdits(call.edits ?? []));
      if (undone.ok && undone.value.type === "reverted") change(key, call.key, { undone: true });
      return undone;
    },
  };
}
