import { describe, expect, it } from "vitest";
import { createTestClock } from "../../package/test-clock.ts";
import { toTaskWish } from "../agent/context/task-wishes.ts";
import { createModel, ofType, toEnd } from "../agent/run/run-agent.fixture.ts";
import { ask, startTestHost, type TestHost } from "../host/agent-host.fixture.ts";
import { createInMemoryStores } from "../store/in-memory-stores.ts";
import { createAssistant } from "./assistant.ts";

const UNASKED = "The model was asked.";

/** The app's own agent with a model of the starter's size. */
async function startAssistant(isWeak = true): Promise<TestHost> {
  const auto = createTestClock({ auto: true });
  const standing = createTestClock();
  // A tool's code is loaded when it is first called: its time limit must not be jumped to meanwhile.
  const clock = {
    ...auto,
    wait: (milliseconds: number, signal: AbortSignal) =>
      (milliseconds >= 60_000 ? standing : auto).wait(milliseconds, signal),
  };
  let ids = 0;
  const stores = createInMemoryStores({ now: () => clock.wallNow(), newId: () => `memory-${++ids}` });
  const model = createModel([UNASKED, UNASKED]);
  const info = { ...model.info, ...(isWeak ? { shortList: true } : {}) };
  return startTestHost({ clock, agent: createAssistant(stores.memories), stores, model: { ...model, info } });
}

async function toAnswer(host: TestHost, question: string): Promise<string> {
  return toEnd((await ask(host, question)).events).text ?? "";
}

describe("a plain wish about the list of tasks, with a model that is too weak to be asked", () => {
  it("is done by the tools, which keep its words, and the list is told by the app", async () => {
    const host = await startAssistant();
    expect(await toAnswer(host, "What do I have to do?")).toBe("Nothing is left to do on your list.");
    const { events } = await ask(host, "Put buy stamps on my to-do list for 24 December");
    expect(ofType(events, "call-start").map(({ call }) => [call.name, call.arguments])).toEqual([
      ["add_task", { task: "buy stamps", due: "24 December" }],
    ]);
    expect(toEnd(events).text).toMatch(/^On your list: buy stamps \(\w+day,? 24 December \d{4}\)$/u);
    expect(await toAnswer(host, "Remind me to water the *tomatoes*")).toBe("On your list: water the \\*tomatoes\\*");
    expect(await toAnswer(host, "What is left to do?")).toMatch(
      /^You have to do:\n\n- buy stamps \(.*\)\n- water the \\\*tomatoes\\\*$/u,
    );
    expect(await toAnswer(host, "Was muss ich heute noch erledigen?")).toBe(
      "Heute ist nichts auf deiner Liste fällig.",
    );
  });

  it("is the model's where it is large enough", async () => {
    expect(await toAnswer(await startAssistant(false), "Remind me to water the tomatoes")).toBe(UNASKED);
  });
});

describe("a wish about the list of tasks", () => {
  it.each([
    ["Remind me tomorrow at 9 to call Ana", { task: "call Ana", due: "tomorrow at 9" }],
    ["Could you remind me to post the letter on Friday?", { task: "post the letter on Friday" }],
    ["please remind me to post the letter on Friday", { task: "post the letter on Friday" }],
    ["Add returning the books to my list by Monday", { task: "returning the books", due: "Monday" }],
    ["Don't let me forget to lock the shed", { task: "lock the shed" }],
    ["New task: sweep the yard", { task: "sweep the yard" }],
    ["Erinnere mich morgen daran, Ana anzurufen", { task: "Ana anzurufen", due: "morgen" }],
    ["Setz Brot kaufen auf meine Aufgabenliste", { task: "Brot kaufen" }],
    ["Recuérdame mañana llamar a Ana", { task: "llamar a Ana", due: "mañana" }],
    ["Añade comprar pan a mi lista para el viernes", { task: "comprar pan", due: "el viernes" }],
    ["Remind me to go?", null],
    ["Remind me what I said about the dog", null],
    ["Put that on my list", null],
    ["Add 3 to my total", null],
    ["Remind me to call Ana and tell me the time", null],
    ["Write a poem about the list", null],
  ])("is read from “%s”", (asked, wish) => {
    const found = toTaskWish(asked);
    if (wish === null) expect(found).toBeNull();
    else expect(found).toMatchObject({ type: "add", ...wish });
  });

  it.each([
    ["what's left to do?", "open"],
    ["Show me my tasks", "open"],
    ["Do I have anything to do today?", "today"],
    ["Was steht heute an?", "today"],
    ["¿Qué tengo que hacer hoy?", "today"],
    ["¿Qué hay en mi lista?", "open"],
  ])("asks in “%s” what there is to do", (asked, which) => {
    expect(toTaskWish(asked)).toMatchObject({ type: "list", which });
  });

  it.each(["What do I have to do to renew my passport?", "What should I do?", "What is there to do in Vienna?"])(
    "is none in “%s”",
    (asked) => expect(toTaskWish(asked)).toBeNull(),
  );
});
