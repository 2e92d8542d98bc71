import type { RunEvent } from "../../protocol/run-event.ts";

/** What the model holds, as text: its last prompt and output. The next prompt is only what comes after it. */
export interface SentText {
  readonly text: string;
  take(event: RunEvent): void;
  /** The model is gone, and what it held with it. */
  clear(): void;
}

export function createSentText(): SentText {
  let text = "";
  return {
    get text() {
      return text;
    },
    take: (event) => {
      if (event.type === "prompt-sent") text = event.appended ? text + event.prompt : event.prompt;
      if (event.type === "turn-end") text += event.raw;
      if (event.type !== "flow-step" || event.asked === undefined) return;
      const { appended, prompt, raw } = event.asked;
      text = (appended ? text : "") + prompt + raw;
    },
    clear: () => {
      text = "";
    },
  };
}
