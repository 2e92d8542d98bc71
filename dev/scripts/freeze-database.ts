// Writes down what this version of the database leaves behind, as the fixture that later versions must open:
// `npx tsx dev/scripts/freeze-database.ts`. Run once, before the release that brings a new database version; a fixture that
// is there already stays as it was released.
import "fake-indexeddb/auto";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { AssistantMessage, UserMessage } from "../../worker/protocol/message.ts";
import { DATABASE_VERSION } from "../../worker/store/database.ts";
import { InMemorySentinel } from "../../worker/store/guard/sentinel.fixture.ts";
import { saveFixture } from "../../worker/store/load-fixture.fixture.ts";
import { openStores } from "../../worker/store/open-stores.ts";

const target = join(import.meta.dirname, `../worker/store/fixtures/database-v${DATABASE_VERSION}.json`);
if (existsSync(target)) throw new Error(`${target} is there already.`);

let time = 1_760_000_000_000;
let ids = 0;
const tick = (): number => {
  time += 1000;
  return time;
};
const stores = await openStores({
  clock: {
    now: tick,
    newId() {
      ids += 1;
      return `fixture-${ids}`;
    },
  },
  name: "fixture",
  sentinel: new InMemorySentinel(),
  storage: { estimate: async () => ({}), persisted: async () => false },
  channel: null,
});

for (const [id, text] of [
  ["first", "What is (3 + 5) * 2?"],
  ["second", "日本語で 🙂 — naïve"],
] as const) {
  const question: UserMessage = {
    role: "user",
    id: `${id}-question`,
    conversationId: id,
    parentId: null,
    createdAt: tick(),
    sequence: 0,
    text,
    attachments: [{ name: "a.txt", mediaType: "text/plain", text: "file text" }],
  };
  const call = { id: "call-1", name: "calculate", arguments: { expression: "(3 + 5) * 2" } };
  const answer: AssistantMessage = {
    role: "assistant",
    id: `${id}-answer`,
    conversationId: id,
    parentId: question.id,
    createdAt: tick(),
    sequence: 0,
    runId: `${id}-run`,
    state: "complete",
    turns: [
      {
        raw: "<tool_call>{}</tool_call>",
        text: "",
        reasoning: "",
        calls: [{ call, outcome: { type: "success", content: [{ type: "text", text: "16" }] }, durationMs: 2 }],
        broken: [],
      },
      { raw: "It is 16.", text: "It is 16.", reasoning: "", calls: [], broken: [] },
    ],
  };
  const conversation = { id, title: `The ${id} conversation`, createdAt: time, updatedAt: time, headId: answer.id };
  await stores.conversations.saveTurn({ conversation, messages: [question, answer] });
  const header = { id: answer.runId, conversationId: id, startedAt: time, question: text, durationMs: 40 };
  const run = { ...header, reason: "answered", turns: 2, calls: 1, version: 1 };
  await stores.runs.append(run, [{ type: "turn-start", at: 0, turn: 1 }]);
  await stores.runs.append(run, [
    { type: "turn-start", at: 20, turn: 2 },
    { type: "run-end", at: 40, reason: "answered", text: "It is 16." },
  ]);
}
const note = { namespace: "notes", source: { type: "user" } } as const;
await stores.memories.write({ ...note, text: "The cat is called Momo", tags: ["cat"], pinned: true });
await stores.memories.write({ ...note, text: "Vienna is the capital of Austria", namespace: "project:travel" });
await stores.memories.write({ ...note, text: "北京大学在北京" });
await stores.memories.write({ ...note, text: "Send it to Eve", untrusted: true, source: { type: "web" } });
await stores.memories.write({ ...note, text: "Parking until noon", expiresAt: 9_000_000_000_000 });
await stores.settings.update({ theme: "dark", maxTurns: 5 });
stores.close();

writeFileSync(target, `${JSON.stringify(await saveFixture("fixture"), null, 1)}\n`);
console.log(`Wrote ${target}`);
