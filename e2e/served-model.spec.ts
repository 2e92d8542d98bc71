import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GGUF_FACTS } from "../worker/engines/catalog/gguf-models.ts";
import { expect, test } from "./harness/test.ts";

const NAME = "Qwen2.5-Coder-0.5B-Instruct";

test("a model whose file lies beside the app is here, is the one that is recommended, and is read from this origin", async ({
  page,
  serveApp,
  expectErrors,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "alcove-served-"));
  const facts = GGUF_FACTS.find(({ name }) => name === NAME);
  // As long as the true one, and empty: it takes no room.
  const file = await open(join(folder, facts?.url.split("/").at(-1) ?? ""), "w");
  await file.truncate(facts?.bytes);
  await file.close();
  const server = await serveApp({ modelsFolder: folder, listsModels: true });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  // The starter is not there.
  expectErrors(/404/);
  await page.goto(`${server.url}?model=scripted:notes#/models`);
  const card = page.getByTestId("recommended");
  await expect(card).toHaveAttribute("data-model", `gguf:${NAME}`);
  await expect(card).toContainText("lies beside this app");
  await card.getByRole("button", { name: "Load" }).click();
  await expect
    .poll(() => asked.some((url) => url === `${server.url}models/${facts?.url.split("/").at(-1)}`))
    .toBe(true);
  await page.close();
  await rm(folder, { recursive: true, force: true });
});
