import { failed, type Result } from "../../protocol/failure.ts";
import type { RunId } from "../../protocol/ids.ts";
import { toResult } from "../to-result.ts";
import type { RunContext } from "./run-context.ts";
import { sampleOnce } from "./sample-once.ts";

const TASK = "Write down what is said in the sound, word for word, in the language that is spoken, and nothing else.";
/** More than anybody says in half a minute. */
const MAX_TOKENS = 512;
/** Models that do nothing but listen name the language first (Qwen3-ASR). */
const HEAD = /^.*<asr_text>/su;

/**
 * Has the loaded model write down what is said in a sound (a WAV in Base64), in a run that is stored nowhere and ends when a question
 * comes or it is stopped by its id.
 */
export async function transcribe(context: RunContext, runId: RunId, sound: string): Promise<Result<string>> {
  const { runs, model: session } = context;
  const busy = runs.refuseIfBusy();
  if (busy !== null) return busy;
  const cancel = new AbortController();
  const write = async (): Promise<Result<string>> => {
    const model = await session.whenReady();
    if (model?.info.perceives?.sounds !== true) return failed("no-model", "the loaded model does not hear");
    const prompt = { system: "", text: TASK, media: [sound], maxTokens: MAX_TOKENS, runId };
    const { text } = await sampleOnce(context, prompt, cancel.signal);
    return { ok: true, value: text.replace(HEAD, "").trim() };
  };
  const written = toResult(write);
  const done = written.then(() => undefined);
  runs.add(runId, "", { stop: () => cancel.abort(), decide: () => undefined, yields: true, done });
  return await written;
}
