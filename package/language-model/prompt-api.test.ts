import { describe, expect, it } from "vitest";
import { scripted } from "../engines/scripted.ts";
import { createLanguageModel, type Session } from "../language-model.ts";
import { mockModel } from "../mock-model.ts";

/** Cases that browsers are held to by the web platform's own tests of `LanguageModel`, in words of ours. */
const ANSWER = "Rome is old. It has a river.";

const createFactory = (answers = 20) =>
  createLanguageModel(scripted(Array.from({ length: answers }, () => ({ text: ANSWER, chunkDelayMs: 1 }))));

/** Everything that takes a signal, on a session of its own. */
const ABORTABLE: Readonly<Record<string, (session: Session, signal: AbortSignal) => Promise<unknown>>> = {
  prompt: (session, signal) => session.prompt("Hello", { signal }),
  promptStreaming: async (session, signal) => {
    for await (const _ of session.promptStreaming("Hello", { signal }));
  },
  append: (session, signal) => session.append("Hello", { signal }),
  clone: (session, signal) => session.clone({ signal }),
};

describe("creating", () => {
  it("gives a session of the interface's shape, by default options and by all that can be set", async () => {
    const session = await createFactory().create();
    for (const name of ["prompt", "promptStreaming", "append", "measureContextUsage", "clone", "destroy"] as const)
      expect(typeof session[name]).toBe("function");
    expect(session).toBeInstanceOf(EventTarget);
    expect(session.contextUsage).toBeGreaterThanOrEqual(0);
    expect(session.contextWindow).toBeGreaterThan(session.contextUsage);
    const set = {
      topK: 3,
      temperature: 0.6,
      expectedInputs: [{ type: "text", languages: ["en"] }],
      expectedOutputs: [{ type: "text", languages: ["en"] }],
    };
    await expect(createFactory().create(set)).resolves.toBeInstanceOf(EventTarget);
  });

  it.each([
    ["a system text alone", [{ role: "system", content: "Be kind." }]],
    [
      "a system text and what was said",
      [
        { role: "system", content: "Be kind." },
        { role: "user", content: "Hi" },
      ],
    ],
    [
      "what was said, without a system text",
      [
        { role: "user", content: "Hi" },
        { role: "assistant", content: "Hi." },
      ],
    ],
    ["content in parts", [{ role: "user", content: [{ type: "text", value: "Hi" }] }]],
    ["nothing", []],
  ] as const)("takes %s as its beginning", async (_, initialPrompts) => {
    const session = await createFactory().create({ initialPrompts });
    expect(await session.prompt("Rome?")).toBe(ANSWER);
  });

  it.each([
    [
      "a system text after others",
      [
        { role: "user", content: "Hi" },
        { role: "system", content: "Be kind." },
      ],
    ],
    [
      "two system texts",
      [
        { role: "system", content: "One." },
        { role: "system", content: "Two." },
      ],
    ],
  ] as const)("refuses %s with a TypeError", async (_, initialPrompts) => {
    await expect(createFactory().create({ initialPrompts })).rejects.toThrow(TypeError);
  });

  it("refuses input and output that are no text, and availability says so", async () => {
    for (const part of ["expectedInputs", "expectedOutputs"]) {
      const options = { [part]: [{ type: "audio" }] };
      await expect(createFactory().create(options)).rejects.toMatchObject({ name: "NotSupportedError" });
      expect(await createFactory().availability(options)).toBe("unavailable");
    }
  });

  it("tells of the download from 0 to 1, never backwards, and of nothing once it was aborted", async () => {
    const told: number[] = [];
    const listen = (monitor: EventTarget) =>
      monitor.addEventListener("downloadprogress", (event) => told.push((event as ProgressEvent).loaded));
    await createFactory().create({ monitor: listen });
    expect(told).toEqual([...told].sort((one, other) => one - other));
    expect([told[0], told.at(-1)]).toEqual([0, 1]);
    told.length = 0;
    await createFactory()
      .create({ monitor: listen, signal: AbortSignal.abort() })
      .catch(() => undefined);
    expect(told).toEqual([]);
  });

  it("rejects with what its monitor throws", async () => {
    const fault = new Error("monitor");
    const monitor = () => {
      throw fault;
    };
    await expect(createFactory().create({ monitor })).rejects.toBe(fault);
  });
});

describe("aborting", () => {
  it.each(Object.entries(ABORTABLE))(
    "%s rejects at once by a signal that fired before, with its reason",
    async (_, act) => {
      const session = await createFactory().create();
      await expect(act(session, AbortSignal.abort())).rejects.toMatchObject({ name: "AbortError" });
      const reason = new Error("enough");
      await expect(act(session, AbortSignal.abort(reason))).rejects.toBe(reason);
      expect(await session.prompt("Still there?")).toBe(ANSWER);
    },
  );

  it.each(["prompt", "promptStreaming"] as const)(
    "%s ends by a signal that fires meanwhile, and the next one answers",
    async (name) => {
      const session = await createFactory().create();
      const source = new AbortController();
      const ended = expect(ABORTABLE[name]?.(session, source.signal)).rejects.toThrow();
      setTimeout(() => source.abort(new Error("enough")), 5);
      await ended;
      expect(await session.prompt("Again")).toBe(ANSWER);
    },
  );

  it("create rejects, and a session ends with the signal that it was created by", async () => {
    await expect(createFactory().create({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
    const source = new AbortController();
    const session = await createFactory().create({ signal: source.signal });
    source.abort();
    await expect(session.prompt("Hello")).rejects.toMatchObject({ name: "InvalidStateError" });
  });
});

describe("prompting", () => {
  it("streams pieces that make the same answer, in more than one of them", async () => {
    const session = await createFactory().create();
    const pieces: string[] = [];
    for await (const piece of session.promptStreaming("Rome?")) pieces.push(piece);
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join("")).toBe(await session.prompt("Rome?"));
  });

  it("answers prompts that were begun together, each once", async () => {
    const session = await createFactory().create();
    expect(await Promise.all([session.prompt("One"), session.prompt("Two"), session.prompt("Three")])).toEqual([
      ANSWER,
      ANSWER,
      ANSWER,
    ]);
  });

  it("stops a stream whose reader went away, and goes on with the next prompt", async () => {
    const session = await createFactory().create();
    const reader = session.promptStreaming("Rome?").getReader();
    await reader.read();
    await reader.cancel();
    expect(await session.prompt("Again")).toBe(ANSWER);
  });

  it("takes several messages at once, and refuses what is no text", async () => {
    const mock = mockModel(["Yes."]);
    const session = await createLanguageModel(mock).create();
    await session.prompt([
      { role: "user", content: "One" },
      { role: "assistant", content: "Two" },
      { role: "user", content: [{ type: "text", value: "Three" }] },
    ]);
    expect(mock.requests[0]?.messages.slice(-3).map(({ text }) => text)).toEqual(["One", "Two", "Three"]);
    const image = [{ role: "user", content: [{ type: "image", value: new Uint8Array() }] }] as const;
    await expect(session.prompt(image)).rejects.toMatchObject({ name: "NotSupportedError" });
  });

  it("holds answers to a schema and an expression, and refuses a constraint that is none", async () => {
    const session = await createLanguageModel(scripted(['{"size":3}', "12:30"])).create();
    const schema = { type: "object", properties: { size: { type: "number" } }, required: ["size"] };
    expect(JSON.parse(await session.prompt("How large?", { responseConstraint: schema }))).toEqual({ size: 3 });
    expect(await session.prompt("When?", { responseConstraint: /\d{2}:\d{2}/u })).toBe("12:30");
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    await expect(session.prompt("Hm?", { responseConstraint: circular })).rejects.toMatchObject({
      name: "NotSupportedError",
    });
  });
});

describe("the context", () => {
  it("measures without using, and a longer text is more", async () => {
    const session = await createFactory().create();
    const before = session.contextUsage;
    const [short, long] = [
      await session.measureContextUsage("Hi"),
      await session.measureContextUsage("Hi ".repeat(99)),
    ];
    expect(short).toBeGreaterThan(0);
    expect(long).toBeGreaterThan(short);
    expect(session.contextUsage).toBe(before);
  });

  it("grows by a prompt and by what is appended, which nobody answers", async () => {
    const mock = mockModel(["Yes."]);
    const session = await createLanguageModel(mock).create();
    await session.append("The sky is green.");
    const appended = session.contextUsage;
    expect(appended).toBeGreaterThan(0);
    expect(mock.requests).toHaveLength(0);
    await session.prompt("Which colour?");
    expect(session.contextUsage).toBeGreaterThan(appended);
    mock.assertSent("user", "The sky is green.");
  });

  it("calls the handler that is set for its overflow, until it is taken away", async () => {
    const session = await createFactory().create();
    let heard = 0;
    expect(session.oncontextoverflow).toBeNull();
    session.oncontextoverflow = () => {
      heard += 1;
    };
    session.dispatchEvent(new Event("contextoverflow"));
    session.oncontextoverflow = null;
    session.dispatchEvent(new Event("contextoverflow"));
    expect(heard).toBe(1);
  });
});

describe("ending", () => {
  it("refuses everything after destroy, which may be called twice", async () => {
    const session = await createFactory().create();
    session.destroy();
    session.destroy();
    const { signal } = new AbortController();
    for (const act of Object.values(ABORTABLE))
      await expect(act(session, signal)).rejects.toMatchObject({ name: "InvalidStateError" });
    await expect(session.measureContextUsage("Hi")).rejects.toMatchObject({ name: "InvalidStateError" });
  });

  it("breaks off the prompt that is under way", async () => {
    const session = await createFactory().create();
    const ended = expect(session.prompt("Hello")).rejects.toMatchObject({ name: "AbortError" });
    setTimeout(() => session.destroy(), 5);
    await ended;
  });

  it("leaves a clone alone, whichever of the two it comes to", async () => {
    const session = await createFactory().create();
    const clone = await session.clone();
    session.destroy();
    expect(await clone.prompt("There?")).toBe(ANSWER);
    const other = await clone.clone();
    other.destroy();
    expect(await clone.prompt("Still there?")).toBe(ANSWER);
    expect(clone.contextUsage).toBeGreaterThan(0);
  });
});
