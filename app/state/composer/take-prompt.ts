import type { AgentApi } from "../../../worker/protocol/api/agent-api.ts";
import type { JsonObject } from "../../../worker/protocol/json.ts";
import { PROMPT_MARK } from "../../../worker/protocol/mcp.ts";
import type { StateAccess } from "../app-state.ts";
import { attachServerFiles } from "./attach-server-files.ts";
import { type DraftKey, type DraftSource, type ManualCall, updateComposer } from "./composer-state.ts";
import type { FileActions } from "./file-actions.ts";
import { fillBlanks } from "./fill-blanks.ts";

/**
 * Puts a prompt into the draft for the user to read and send; gives how that went wrong. One of a server or a file is marked as
 * from outside, and so is one of the user's with words in its blanks that were not typed.
 */
export async function takePrompt(
  api: Pick<AgentApi, "askServer">,
  state: StateAccess,
  files: Pick<FileActions, "add">,
  takeText: (key: DraftKey, text: string, source: DraftSource) => void,
  key: DraftKey,
  name: string,
  input: JsonObject,
  isPasted: boolean,
): Promise<Pick<ManualCall, "outcome">> {
  // It stands in the message field now; the line of its call says no more.
  const isDone = ({ call, outcome }: ManualCall) => call.name === name && outcome === undefined;
  const dropCall = () =>
    updateComposer(state, key, ({ manualCalls }) => ({ manualCalls: manualCalls.filter((each) => !isDone(each)) }));
  const own = state.get().settings.prompts.find((each) => each.name === name);
  if (own !== undefined) {
    const text = fillBlanks(own.text, input);
    dropCall();
    if (own.foreign === true || isPasted) takeText(key, text, "paste");
    else updateComposer(state, key, ({ draft }) => ({ draft: { ...draft, text } }));
    return {};
  }
  const [server = ""] = name.split(PROMPT_MARK);
  const read = await api.askServer(server, { type: "prompt", name, input });
  if (!read.ok) return { outcome: { type: "failed", message: read.failure.detail ?? "", untrusted: true } };
  const { text, files: found } = read.value;
  dropCall();
  if (text !== "") takeText(key, text, "server");
  await attachServerFiles(files, state, key, found);
  return {};
}
