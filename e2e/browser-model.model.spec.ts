import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { ROOT } from "../dev/scripts/build-app.ts";
import { STARTER_FILE } from "../worker/engines/catalog/starter-model.ts";
import { patternToGbnf } from "../worker/formats/grammar/pattern-to-gbnf.ts";
import { toSchemaConstraint } from "../worker/formats/grammar/schema-constraint.ts";
import { chatmlTemplate } from "../worker/formats/templates/chatml-template.ts";
import { expectReady } from "./harness/chat-page.ts";
import { installFakeLanguageModel } from "./harness/fake-language-model.ts";
import { type LlamaModel, openLlamaModel } from "./harness/llama-model.ts";
import { expect, test } from "./harness/test.ts";
import { ask, lastAnswer } from "./page-driver.ts";

/** Two cores read a thousand tokens of examples before the first word. */
const LONG = { timeout: 400_000 };

/** The starter is asked without its adapter here, and then calls nothing. */
const CODER = join(ROOT, ".models/qwen2.5-coder-0.5b/qwen2.5-coder-0.5b-instruct-q4_k_m.gguf");

/** Answers a prompt of the fake as a browser's model does: under the constraint, from where the answer was begun. */
async function answer(model: LlamaModel, json: string): Promise<string> {
  const { turns, constraint } = JSON.parse(json);
  const last = turns.at(-1);
  const begun = last.prefix === true ? last.content : "";
  let prompt = "";
  for (const { role, content } of begun === "" ? turns : turns.slice(0, -1)) {
    if (role === "system") prompt += chatmlTemplate.renderStart(content);
    else if (role === "user") prompt += chatmlTemplate.renderTurn("user", content);
    else prompt += chatmlTemplate.assistantStart + content + chatmlTemplate.assistantEnd;
  }
  const grammar =
    constraint === undefined
      ? undefined
      : typeof constraint.source === "string"
        ? `root ::= ${patternToGbnf(constraint.source.replace("(?:", "("))}`
        : toSchemaConstraint(constraint).gbnf.grammar;
  let text = "";
  for await (const event of model.generate({
    prompt: prompt + chatmlTemplate.assistantStart + begun,
    maxTokens: 60,
    temperature: 0,
    stop: [...chatmlTemplate.stop],
    grammar,
    signal: new AbortController().signal,
  })) {
    if (event.type === "text") text += event.text;
  }
  return text;
}

/** The page with `file` behind the browser's interface; returns how often the file was asked. */
async function openWith(page: Page, file: string): Promise<() => number> {
  const model = await openLlamaModel(file, 4096, { threads: 2, batchTokens: 256 });
  test.skip(typeof model === "string", String(model));
  let asked = 0;
  await page.exposeFunction("answerPrompt", (json: string) => {
    asked += 1;
    return typeof model === "string" ? model : answer(model, json);
  });
  await page.addInitScript(installFakeLanguageModel, { asks: "answerPrompt" });
  await page.goto("./");
  await expectReady(page);
  return () => asked;
}

test("a small real model behind the browser's interface answers in words", async ({ page }) => {
  const countAsked = await openWith(page, join(ROOT, `.${STARTER_FILE.path}`));
  await ask(page, "Write one sentence about the sea, please.");
  await expect(lastAnswer(page)).toHaveAttribute("data-state", "complete", LONG);
  await expect(lastAnswer(page).getByTestId("answer-text").last()).toHaveText(/\w+ \w+/);
  expect(countAsked()).toBeGreaterThan(0);
});

test("a real model behind the browser's interface chooses a tool, calls it, and says its result", async ({ page }) => {
  test.skip(!existsSync(CODER), "needs a model that can call: npm run model:fetch -- qwen2.5-coder-0.5b");
  await openWith(page, CODER);
  // In words that no exact skill takes.
  await ask(page, "Please tell me how much 17 crates of 23 apples are, with the calculator");
  await expect(lastAnswer(page)).toHaveAttribute("data-state", "complete", LONG);
  // Which sum it makes of the words is the model's own affair.
  await expect(lastAnswer(page).getByTestId("tool-card").first()).toContainText(/17 [*×] 23/);
  await expect(lastAnswer(page).getByTestId("answer-text").last()).toHaveText(/\w+ \w+ .*\d/);
});
