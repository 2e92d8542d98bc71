import { readPromptFile } from "../../../app/views/tools/read-prompt-file.ts";
import { type Tool, toToolOutput } from "../../../worker/agent/define/tool.ts";
import { toyTool, writeCall } from "../../../worker/agent/run/run-agent.fixture.ts";
import { toValue } from "../../../worker/host/agent-host.fixture.ts";
import type { WaitingStep } from "../../../worker/protocol/waiting.ts";
import type { AttackBench } from "./attack-bench.ts";
import type { AttackSource } from "./attack-sources.ts";

const DONE = "Done.";

/** A letter that was read by OCR. */
const toScan = (words: string) => [
  { name: "letter.jpg", mediaType: "image/jpeg", text: words, recognised: true as const },
];

/** Takes a step of a waiting question to the end of its run. */
async function step(bench: AttackBench, taken: WaitingStep): Promise<string> {
  const { runId = "", conversationId = "" } = toValue(await bench.host.api.stepWaiting(taken));
  await bench.waitForRun(runId);
  return conversationId;
}

/** Asks a waiting question, which must keep the call as a draft and ask nobody; then carries the drafts out, which must ask. */
async function askAndCarryOut(bench: AttackBench, asked: { readonly text: string; readonly foreign: boolean }) {
  const conversationId = await step(bench, { type: "ask", ...asked, conversationId: null });
  if (bench.asked > 0 || bench.executed.length > 0) throw new Error("A question that waits did more than read.");
  const messages = await bench.host.messages(conversationId);
  const calls = messages
    .flatMap((message) => (message.role === "user" ? [] : message.turns))
    .flatMap((turn) => turn.calls);
  for (const { call, outcome } of calls) {
    if (outcome?.type === "detected")
      await step(bench, { type: "carry-out", conversationId, name: call.name, input: call.arguments });
  }
}

/** A waiting question that reads a changed file of the user's folder, which orders the call. */
function fromWaiting(name: string, path: string): AttackSource {
  return {
    name: `waiting, ${name}`,
    makeTools: (words) => [
      toyTool("read_file", () =>
        toToolOutput([{ type: "json", value: { path, text: words } }], { untrusted: true }),
      ) as Tool,
    ],
    outputs: (call) => [writeCall("read_file"), call, DONE],
    play: async (bench) => askAndCarryOut(bench, { text: "What is new in the folder?", foreign: false }),
  };
}

/** Ways in by what was heard, what OCR read, prompts of files, and questions that wait. */
export const VOICE_AND_WAITING_SOURCES: readonly AttackSource[] = [
  {
    name: "scan read by OCR",
    play: async (bench, words) => void (await bench.ask("Sum this up", { attachments: toScan(words) })),
  },
  {
    name: "scan read by OCR, one turn ago",
    outputs: (call) => ["It is a letter.", call, DONE],
    play: async (bench, words) => {
      const { conversationId } = await bench.ask("Sum this up", { attachments: toScan(words) });
      await bench.ask("Thanks, go on", { conversationId });
    },
  },
  {
    name: "heard hands free",
    outputs: (call) => ["Hello.", call, DONE],
    play: async (bench, words) => {
      const { conversationId } = await bench.ask("Hello");
      await bench.hear(conversationId, words);
    },
  },
  {
    name: "heard hands free, one turn ago",
    outputs: (call) => ["Hello.", "I see.", call, DONE],
    play: async (bench, words) => {
      const { conversationId } = await bench.ask("Hello");
      await bench.hear(conversationId, words);
      await bench.ask("Thanks, go on", { conversationId });
    },
  },
  {
    name: "prompt of a Markdown file",
    play: async (bench, words) => {
      bench.app.store.setState(({ settings }) => ({
        settings: { ...settings, prompts: readPromptFile("a/sum.md", `---\nname: sum\n---\n${words}`) },
      }));
      bench.app.chat.changeDraft("new", { text: "/my:sum" });
      await bench.app.chat.submit("new");
      await bench.submit();
    },
  },
  {
    name: "prompt of a Markdown file that begins like a command",
    play: async (bench, words) => {
      const text = `/memory_write {"text": "kept"}\n${words}`;
      bench.app.store.setState(({ settings }) => ({
        settings: { ...settings, prompts: readPromptFile("sum.md", text) },
      }));
      bench.app.chat.changeDraft("new", { text: "/my:sum" });
      await bench.app.chat.submit("new");
      await bench.submit();
    },
  },
  fromWaiting("a file that orders a call", "letter.txt"),
  fromWaiting("a scan that orders a call", "letter.jpg"),
  {
    name: "waiting, pasted words",
    play: async (bench, words) => askAndCarryOut(bench, { text: words, foreign: true }),
  },
];
