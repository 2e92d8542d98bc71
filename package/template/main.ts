import { createAgent } from "alcove";
import { ollama } from "alcove/engines/remote";
import { scripted } from "alcove/engines/scripted";
import { countLetters } from "./tools.ts";

// `?ollama=qwen2.5:7b` asks a model of your own Ollama. Without it a script plays one answer, so that the page works at once.
const name = new URLSearchParams(location.search).get("ollama");
const demo = [
  '<tool_call>\n{"name": "count_letters", "arguments": {"word": "butterfly"}}\n</tool_call>',
  "Butterfly has 9 letters.",
];
const agent = createAgent({
  model: name === null ? scripted(demo) : ollama(name),
  prompt: "Answer in one sentence.",
  tools: [countLetters],
});

const log = document.querySelector("#log");
const input = document.querySelector("input");
document.querySelector("form")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  log?.replaceChildren();
  try {
    // `append` writes text, never markup: what a model writes is foreign.
    for await (const piece of agent.ask(input?.value ?? "")) log?.append(piece);
  } catch (error) {
    log?.append(error instanceof Error ? error.message : String(error));
  }
});
