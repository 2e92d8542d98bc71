import { describe, expect, it } from "vitest";
import type { RunEvent } from "../../protocol/run-event.ts";
import { createSentText } from "./sent-text.ts";

/** Only what the text is made from; the rest of an event says nothing about it. */
function prompt(text: string, appended: boolean): RunEvent {
  return { type: "prompt-sent", prompt: text, appended } as RunEvent;
}
function output(raw: string): RunEvent {
  return { type: "turn-end", raw } as RunEvent;
}

describe("the text the model holds", () => {
  it("grows by each appended prompt and each output", () => {
    const sent = createSentText();
    for (const event of [prompt("<s>a", false), output("b"), prompt("c", true), output("d")]) sent.take(event);
    expect(sent.text).toBe("<s>abcd");
  });

  it("begins anew with a prompt that is not appended", () => {
    const sent = createSentText();
    for (const event of [prompt("old", false), output("b"), prompt("new", false)]) sent.take(event);
    expect(sent.text).toBe("new");
  });

  it("takes in what a flow's own question added", () => {
    const sent = createSentText();
    sent.take(prompt("p", false));
    sent.take({ type: "flow-step", asked: { appended: true, prompt: "q", raw: "r" } } as RunEvent);
    expect(sent.text).toBe("pqr");
    sent.take({ type: "flow-step", asked: { appended: false, prompt: "x", raw: "y" } } as RunEvent);
    expect(sent.text).toBe("xy");
  });

  it("is gone with the model", () => {
    const sent = createSentText();
    sent.take(prompt("p", false));
    sent.clear();
    expect(sent.text).toBe("");
  });
});
