import { describe, expect, it } from "vitest";
import type { ModelClient } from "../../agent/ports/model-client.ts";
import { createModel, ofType, toyAgent, toyTool } from "../../agent/run/run-agent.fixture.ts";
import { defined } from "../../protocol/defined.ts";
import { ask, createTestParts, startTestHost, type TestHost, toValue } from "../agent-host.fixture.ts";

const AGENT = toyAgent([toyTool("ferry", () => "07:40"), toyTool("moon", () => "full")]);
const DRAFT = { conversationId: null, text: "When does the ferry" };

/** A host whose model keeps the beginning of its prompts, and the prompts that it was given. */
async function startHost(
  keeps = true,
  { hasRead, isEncrypted = false }: { readonly hasRead?: string; readonly isEncrypted?: boolean } = {},
): Promise<{
  readonly host: TestHost;
  readonly prompts: readonly string[];
  /** The prompts that the engine is to keep for its next load. */
  readonly kept: readonly string[];
  /** What held the output of each prompt. */
  readonly grammars: readonly (string | undefined)[];
  /** Generations at one time. */
  readonly atWork: { readonly most: number };
}> {
  const model = createModel(Array.from({ length: 80 }, () => "At eight."));
  const info: ModelClient["info"] = keeps
    ? { ...model.info, keepsBeginning: true, ...defined({ hasRead }) }
    : model.info;
  const { countTokens, dispose } = model;
  const grammars: (string | undefined)[] = [];
  const kept: string[] = [];
  const atWork = { now: 0, most: 0 };
  const generate: ModelClient["generate"] = async function* (request) {
    grammars.push(request.constraint?.gbnf.grammar);
    if (request.keep === true) kept.push(request.prompt);
    atWork.now += 1;
    atWork.most = Math.max(atWork.most, atWork.now);
    await new Promise((resolve) => setTimeout(resolve, 20));
    yield* model.generate(request);
    atWork.now -= 1;
  };
  const off = await createTestParts().encryption;
  const host = await startTestHost({
    ...{ agent: AGENT, model: { info, generate, countTokens, dispose } },
    ...(isEncrypted ? { encryption: Promise.resolve({ ...off, readState: async () => "unlocked" as const }) } : {}),
  });
  await host.waitFor((event) => event.type === "model" && event.state.type === "ready");
  return { host, prompts: model.prompts, kept, grammars, atWork };
}

describe("reading ahead", () => {
  it("reads, piece by piece, exactly what the question's prompt begins with, and nothing is stored or logged", async () => {
    const { host, prompts } = await startHost();
    await host.api.readAhead(DRAFT);
    const read = [...prompts];
    expect(read.length).toBeGreaterThan(1);
    for (const [index, prompt] of read.entries()) expect(prompt.startsWith(read[index - 1] ?? "")).toBe(true);
    expect(await host.api.listConversations()).toEqual([]);
    expect(host.events.filter(({ type }) => type === "run")).toEqual([]);

    const { events } = await ask(host, "When does the ferry leave?");
    const prompt = prompts[read.length] ?? "";
    expect(prompt.slice(read.at(-1)?.length)).toMatch(/^When does the ferry leave\?/u);
    // The log has the whole prompt: it says what was sent, not what the engine found in its cache.
    expect(ofType(events, "prompt-sent")).toMatchObject([{ appended: false, prompt }]);
  });

  it("has the engine keep what a new conversation begins with, and reads on where it has kept something", async () => {
    const first = await startHost();
    await first.host.api.readAhead(DRAFT);
    const opening = first.prompts.at(-1) ?? "";
    expect(first.kept).toEqual([opening]);
    const { conversationId } = await ask(first.host, "When does the ferry leave?");
    await first.host.api.readAhead({ conversationId, text: "And the next" });
    expect(first.kept).toHaveLength(1);

    const later = await startHost(true, { hasRead: opening });
    await later.host.api.readAhead(DRAFT);
    expect(later.prompts).toEqual([]);
    const changed = await startHost(true, { hasRead: `${opening.slice(0, 300)} Something else.` });
    await changed.host.api.readAhead(DRAFT);
    for (const prompt of changed.prompts) expect(prompt.length).toBeGreaterThan(300);
    expect(changed.kept).toEqual([opening]);
  });

  it("has it keep nothing while the stores are encrypted", async () => {
    const { host, prompts, kept } = await startHost(true, { isEncrypted: true });
    await host.api.readAhead(DRAFT);
    expect(prompts).not.toEqual([]);
    expect(kept).toEqual([]);
  });

  it("has the engine write a letter after each piece: part of a character would end it", async () => {
    const { host, grammars } = await startHost();
    await host.api.readAhead(DRAFT);
    expect(new Set(grammars)).toEqual(new Set(["root ::= [a-z]"]));
  });

  it("reads nothing twice, and nothing that the conversation at hand holds already", async () => {
    const { host, prompts } = await startHost();
    await host.api.readAhead(DRAFT);
    const { length } = prompts;
    await host.api.readAhead({ ...DRAFT, text: "When does the ferry go and" });
    expect(prompts).toHaveLength(length);
  });

  it("goes on behind an answer, once, and the next question is still sent as an addition", async () => {
    const { host, prompts } = await startHost();
    const { conversationId } = await ask(host, "When does the ferry leave?");
    const asked = prompts.length;
    const held = `${prompts.at(-1)}At eight.`;
    await host.api.readAhead({ conversationId, text: "" });
    await host.api.readAhead({ conversationId, text: "And the next" });
    const [ahead = "", ...more] = prompts.slice(asked);
    expect(more).toEqual([]);
    expect(ahead.startsWith(held)).toBe(true);
    const { events } = await ask(host, "And the next?", { conversationId });
    const [sent] = ofType(events, "prompt-sent");
    expect(sent?.appended).toBe(true);
    expect(`${held}${sent?.prompt}`.startsWith(`${ahead}And the next?`)).toBe(true);
  });

  it("reads an older conversation that another one has taken the place of", async () => {
    const { host, prompts } = await startHost();
    const { conversationId } = await ask(host, "When does the ferry leave?");
    await ask(host, "How is the moon?");
    await host.api.readAhead({ conversationId, text: "And the next" });
    expect(prompts.at(-1)).toContain("When does the ferry leave?");
    expect(prompts.at(-1)).not.toContain("And the next");
  });

  it("goes on behind what the engine has in common with it: a shorter prompt would drop the rest", async () => {
    const { host, prompts } = await startHost();
    const { conversationId } = await ask(host, "When does the ferry leave?");
    const held = prompts.at(-1) ?? "";
    await ask(host, "How is the moon?");
    const { length } = prompts;
    await host.api.readAhead({ conversationId, text: "And the next" });
    const system = held.indexOf("When does the ferry");
    expect(system).toBeGreaterThan(160);
    for (const prompt of prompts.slice(length)) expect(prompt.length).toBeGreaterThan(system);
  });

  it("makes room at once for a question, which is answered", async () => {
    const { host, prompts } = await startHost();
    const reading = host.api.readAhead(DRAFT);
    await expect.poll(() => prompts.length).toBeGreaterThan(0);
    const { runId } = toValue(await host.api.send({ conversationId: null, text: "How is the moon?" }));
    await reading;
    expect(ofType(await host.runEvents(runId), "run-end")).toMatchObject([{ reason: "answered", text: "At eight." }]);
  });

  it("of several prompts at once reads the newest, and never two at a time, so that a question finds the engine free", async () => {
    const { host, prompts, grammars, atWork } = await startHost();
    const talks: string[] = [];
    for (const text of ["First?", "Second?", "Third?", "Fourth?"]) talks.push((await ask(host, text)).conversationId);
    const { length } = grammars;
    const read = (index: number) => host.api.readAhead({ conversationId: talks[index] ?? "", text: "And" });
    const first = read(0);
    await expect.poll(() => grammars.length, { interval: 1 }).toBeGreaterThan(length);
    const others = [read(1), read(2), read(2)];
    await first;
    await expect.poll(() => prompts.at(-1), { interval: 1 }).toContain("Third?");
    const { runId } = toValue(await host.api.send({ conversationId: talks[1] ?? "", text: "And the next?" }));
    await Promise.all(others);
    expect(ofType(await host.runEvents(runId), "run-end")).toMatchObject([{ reason: "answered" }]);
    expect(prompts.slice(length).some((prompt) => prompt.includes("Second?") && !prompt.includes("next"))).toBe(false);
    expect(atWork.most).toBe(1);
  });

  it("goes on with what something else has cut off", async () => {
    const whole = await startHost();
    await whole.host.api.readAhead(DRAFT);
    const { host, prompts, grammars } = await startHost();
    const reading = host.api.readAhead(DRAFT);
    await expect.poll(() => grammars.length, { interval: 1 }).toBe(1);
    await host.api.deleteConversation("none");
    await reading;
    expect(prompts.length).toBeLessThan(whole.prompts.length);
    await host.api.readAhead(DRAFT);
    expect(prompts).toEqual(whole.prompts);
  });

  it("reads anew what something else has taken the place of", async () => {
    const { host, prompts } = await startHost();
    await host.api.readAhead(DRAFT);
    await host.api.tryFormat("command");
    const { length } = prompts;
    await host.api.readAhead(DRAFT);
    expect(prompts.length).toBeGreaterThan(length);
  });

  it("is not asked of an engine that reads each prompt whole", async () => {
    const plain = await startHost(false);
    await plain.host.api.readAhead(DRAFT);
    expect(plain.prompts).toEqual([]);
  });
});
