import { join } from "node:path";
import { ROOT } from "../dev/scripts/build-app.ts";
import { STARTER_FILE } from "../worker/engines/catalog/starter-model.ts";
import { type Canary, startCanary } from "./harness/canary.ts";
import { type ChatPage, driveChat } from "./harness/chat-page.ts";
import { type LlamaModel, openLlamaModel } from "./harness/llama-model.ts";
import { type ModelServer, startModelServer } from "./harness/model-server.ts";
import { expect, test } from "./harness/test.ts";

// The service worker is part of what is shown here.
test.use({ serviceWorkers: "allow" });

const MODEL_PATH = join(ROOT, `.${STARTER_FILE.path}`);

/** The page's own policy, which ends in the hosts that it may reach. */
function toPolicy(hosts = ""): RegExp {
  return new RegExp(`; connect-src 'self' blob:${hosts.replaceAll(".", "\\.")}; frame-src 'none'$`);
}

/** Runs in the browser. */
const reach = (url: string): Promise<string> =>
  fetch(url).then(
    () => "reached",
    () => "refused",
  );

/** The small model goes on for long: once its words are on the page, it is stopped. */
async function answerAndStop(chat: ChatPage, server: ModelServer, question: string): Promise<void> {
  await chat.ask(question);
  const text = chat.answer.getByTestId("answer-text").last();
  await expect(text).toHaveText(/\S{4}/, { timeout: 90_000 });
  await chat.stop();
  const shown = ((await text.textContent()) ?? "").trim();
  expect(server.said().trim().slice(0, 8)).toBe(shown.slice(0, 8));
}

let model: LlamaModel | string;
test.beforeAll(async () => {
  model = await openLlamaModel(MODEL_PATH, 4096);
});
test.afterAll(async () => {
  if (typeof model !== "string") await model.close();
});

test.describe("a model server of one's own", () => {
  // What the policy refuses is said on the console, and so is a server that is not there.
  test.use({ expectedErrors: [/Content Security Policy|violates the following|Failed to load resource|ERR_/] });
  let server: ModelServer;
  let other: Canary;
  test.beforeEach(async ({ context }) => {
    test.skip(typeof model === "string", typeof model === "string" ? model : "");
    if (typeof model === "string") return;
    server = await startModelServer(model);
    other = await startCanary();
    // Requests to the server are what is tested; those to anywhere else are heard by the canary.
    context.removeAllListeners("request");
  });
  test.afterEach(async () => {
    await server?.close();
    await other?.close();
  });

  test("is set in the settings, answers from the next load on, and is the only host that the page may reach", async ({
    page,
  }) => {
    const chat = driveChat(page);
    await server.close();
    if (typeof model !== "string") server = await startModelServer(model, { apiKey: "sk-own-1" });
    const { host } = new URL(server.url);
    await page.goto("./?engine=scripted#/settings/connections");
    const form = page.getByTestId("own-server");
    await expect(page.getByTestId("own-server-state")).toHaveText("Off: every model runs in this tab.");
    await form.getByText("Details").click();
    await form.getByLabel("Address").fill("not a host");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByLabel("Address")).toHaveAccessibleDescription(/not an address/);
    await form.getByLabel("Address").fill(host);
    await form.getByLabel("Key", { exact: true }).fill("sk-own-1");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(page.getByTestId("own-server-state")).toHaveText(`Saved. After a reload, questions go to ${host}.`);
    await expect(page.getByTestId("reload-needed")).toBeVisible();
    expect(server.heard).toEqual([]);
    // The key is not shown again, and is not in the storage that every page of this origin reads at once.
    await expect(form.getByLabel("Key", { exact: true })).toHaveValue("");
    await expect(form.getByLabel("Forget the kept key")).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("sk-own-1");

    await page.goto("about:blank");
    await chat.open();
    await expect(page.getByTestId("model-status")).toHaveText(`Questions go to ${host}`);
    await expect(page.locator("meta[data-connect]")).toHaveAttribute("content", toPolicy(` ${server.url}`));
    expect(server.heard.map(({ call }) => call)).not.toContain("POST /completion");

    await answerAndStop(chat, server, "What is the capital of France?");
    expect(server.heard.at(-1)?.body).toContain("What is the capital of France?");

    expect(await page.evaluate(reach, `${server.url}/props`)).toBe("reached");
    expect(await page.evaluate(reach, `${other.origin}/`)).toBe("refused");
    for (const worker of page.workers()) {
      expect(await worker.evaluate(reach, `${server.url}/props`)).toBe("reached");
      expect(await worker.evaluate(reach, `${other.origin}/`)).toBe("refused");
    }
    expect(other.heard).toEqual([]);

    await page.goto("./#/settings/connections");
    await page.getByRole("button", { name: "Stop using the server" }).click();
    await page.getByRole("button", { name: "Reload now" }).click();
    await expect(page.locator("meta[data-connect]")).toHaveAttribute("content", toPolicy());
    await expect(page.getByTestId("model-status")).not.toContainText(host);
  });

  test("that is gone is said so in the conversation, and the next question is answered once it is back", async ({
    page,
  }) => {
    const chat = driveChat(page);
    const { port } = new URL(server.url);
    await page.goto("./?engine=scripted");
    await page.evaluate(
      (url) =>
        localStorage.setItem(
          "alcove.model-server",
          JSON.stringify({ dialect: "llama.cpp", url, model: "", apiKey: "sk-old" }),
        ),
      server.url,
    );
    await chat.open();
    // An older version kept the key in the page's storage: it was moved into the worker's.
    const stored = () => page.evaluate(() => localStorage.getItem("alcove.model-server"));
    await expect.poll(stored).toContain('"hasKey":true');
    expect(await stored()).not.toContain("sk-old");
    await server.close();
    await chat.ask("Hello?");
    await chat.waitForEnd(30_000);
    await expect(page.getByText("The model server did not answer", { exact: false }).first()).toBeVisible();
    if (typeof model === "string") return;
    server = await startModelServer(model, { port: Number(port) });
    await answerAndStop(chat, server, "What is the capital of France?");
  });
});

test.describe("allowed hosts", () => {
  test.use({ expectedErrors: [/Content Security Policy|violates the following|Failed to load resource|ERR_/] });

  test("are listed, added and removed in the settings, and the page says that it takes a reload", async ({ page }) => {
    await page.goto("./?engine=scripted#/settings/connections");
    const list = page.getByTestId("allowed-hosts").getByRole("listitem");
    const meta = page.locator("meta[data-connect]");
    await expect(list).toHaveCount(0);
    await page.getByRole("textbox", { name: "Host" }).fill("nonsense");
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await expect(page.getByText("This is not a host.", { exact: false })).toBeVisible();
    await page.getByRole("textbox", { name: "Host" }).fill("https://api.example.com/v2/things");
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await expect(list).toHaveCount(1);
    await expect(meta).toHaveAttribute("content", toPolicy());
    await page.getByRole("button", { name: "Reload now" }).click();
    await expect(meta).toHaveAttribute("content", toPolicy(" https://api.example.com"));
    await expect(page.getByTestId("reload-needed")).toHaveCount(0);
    await page.getByRole("button", { name: "Remove https://api.example.com" }).click();
    await expect(list).toHaveCount(0);
    await expect(page.getByTestId("reload-needed")).toBeVisible();
  });
});
