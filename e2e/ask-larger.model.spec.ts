import { driveChat } from "./harness/chat-page.ts";
import type { LlamaModel } from "./harness/llama-model.ts";
import { startModelServer } from "./harness/model-server.ts";
import { expect, test } from "./harness/test.ts";

const QUESTION = "Who painted the ceiling?";

/** Says one thing to everything. */
const LARGER: LlamaModel = {
  contextTokens: 8192,
  tokenize: (text) => new Uint32Array(text.length >> 2),
  async *generate() {
    yield { type: "text", text: "The larger one knows." };
    yield { type: "end", reason: "stop", computed: 1, cached: 0, completion: 5, promptMs: 1, completionMs: 1 };
  },
  close: async () => undefined,
};

test("where a small model has to refuse, its question is asked of a larger one with a press, and kept while there is none", async ({
  page,
  context,
  expectErrors,
}) => {
  // The server is what the page may reach beside its own.
  context.removeAllListeners("request");
  const chat = driveChat(page);
  await chat.open("engine=wllama&model=starter");
  await expect(page.getByTestId("model-now")).toContainText("a tiny model, good at notes");
  await chat.ask(QUESTION);
  await chat.waitForEnd(120_000);
  const larger = chat.answer.getByTestId("ask-larger");
  await larger.getByRole("button", { name: "Get a better one" }).click();
  await expect(page).toHaveURL(/#\/models$/);

  const server = await startModelServer(LARGER);
  expectErrors(/404/);
  await page.evaluate(
    (url) => localStorage.setItem("alcove.model-server", JSON.stringify({ dialect: "llama.cpp", url, model: "" })),
    server.url,
  );
  await page.goto("./");
  const toast = page.getByRole("status").filter({ hasText: QUESTION });
  await toast.getByRole("button", { name: "Send again" }).click();
  await chat.waitForEnd();
  await expect(chat.answer).toContainText("The larger one knows.");
  await expect(larger).toHaveCount(0);
  await page.getByRole("button", { name: "Previous version" }).click();
  await larger.getByRole("button", { name: /^Ask / }).click();
  await expect(page.getByRole("group", { name: "Versions" })).toContainText("3 / 3");
  await server.close();
});
