import type { Page } from "@playwright/test";
import { driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";
import { goTo } from "./page-driver.ts";

/** The seal of each stored model file, by the file's name; null for one that was begun only, or is being deleted. */
function readSeals(page: Page): Promise<Readonly<Record<string, { readonly bytes: number } | null>>> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const files = await root.getDirectoryHandle("model-files");
    const seals: Record<string, { bytes: number } | null> = {};
    for await (const name of files.keys()) {
      const seal = await files
        .getDirectoryHandle(name)
        .then((folder) => folder.getFileHandle("sealed.json"))
        .then((file) => file.getFile())
        .then((file) => file.text())
        .catch(() => null);
      seals[name] = seal === null ? null : JSON.parse(seal);
    }
    return seals;
  });
}

const COPY = /^copy-of-starter-[0-9a-f]{64}$/u;

test("the starter with its adapter merged in is kept after the first load, read at the next, and deleted with the model", async ({
  serveApp,
  profile,
}) => {
  const server = await serveApp();
  const context = await profile.open();
  const page = await context.newPage();
  const chat = driveChat(page, server.url);
  const status = page.getByTestId("model-status");
  const open = async (): Promise<void> => {
    await page.goto(`${server.url}?engine=wllama&model=starter`);
    await expect(status).toHaveAttribute("data-state", "ready", { timeout: 180_000 });
  };

  await open();
  expect(Object.keys(await readSeals(page)).filter((name) => COPY.test(name))).toEqual([]);
  await expect
    .poll(
      async () => Object.entries(await readSeals(page)).filter(([name, seal]) => COPY.test(name) && seal !== null),
      {
        timeout: 240_000,
        intervals: [1000],
      },
    )
    .toMatchObject([[expect.anything(), { bytes: 144_811_072 }]]);

  // Without the adapter only the copy can be loaded.
  await page.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await context.route(/\.adapter/u, (route) => route.abort());
  await open();
  await chat.ask("9 boxes hold 24 eggs each, how many eggs is that?");
  await chat.waitForEnd(300_000);
  await expect(chat.answer.getByTestId("answer-text").last()).toContainText("216");

  await goTo(page, "#/models");
  await page.getByTestId("current-model").getByRole("button", { name: "Unload" }).click();
  const card = page.locator('[data-testid=model][data-model="starter"]');
  await card.getByRole("button", { name: "Delete", exact: true }).click();
  await card.getByRole("alert").getByRole("button", { name: "Delete" }).click();
  await expect.poll(async () => Object.keys(await readSeals(page))).toEqual([]);
});
