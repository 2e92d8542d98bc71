import type { RunEvent } from "../../protocol/run-event.ts";

/** The text in the model's KV cache: its last prompt and output. A prompt that begins with it is sent as an addition. */
export type SentText = ReturnType<typeof createSentText>;

export function createSentText() {
  let text = "";
  return {
    get text(): string {
      return text;
    },
    take: (event: RunEvent): void => {
      if (event.type === "prompt-sent") text = event.appended ? text + event.prompt : event.prompt;
      if (event.type === "turn-end") text += event.raw;
      if (event.type !== "flow-step" || event.asked === undefined) return;
      const { appended, prompt, raw } = event.asked;
      text = (appended ? text : "") + prompt + raw;
    },
    /** The model was unloaded, and its cache with it. */
    clear: (): void => {
      text = "";
    },
  };
}
