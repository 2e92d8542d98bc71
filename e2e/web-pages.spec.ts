import type { Page } from "@playwright/test";
import { expect, test } from "./harness/test.ts";
import { composer, goTo, openWithScript } from "./page-driver.ts";

const HOST = "https://museum.example";
const ELSEWHERE = "https://elsewhere.example";
const PAGE = `<html><head><title>Museum</title><script>document.title = "run"</script></head><body><nav>Menu</nav><article>
  <h1>The museum</h1><p>The museum shows ships of three centuries, and it has a large hall with sails, ropes and anchors.</p>
  <h2>Hours</h2><p>It opens at 10 and closes at 18, except on Mondays.</p></article></body></html>`;

// What leaves the device once is a fault, however it went the second time.
test.describe.configure({ retries: 0 });

/** Runs a tool by the user's own hand, without a model. */
async function readPage(page: Page, url: string): Promise<void> {
  await composer(page).fill(`/read_page ${JSON.stringify({ url })}`);
  await composer(page).press("Enter");
}

test.describe("a page of a host that the user allowed", () => {
  test.use({ expectedOrigins: [HOST] });

  test("is read, redirects are not followed, and no other host is asked", async ({ page, context }) => {
    const asked: string[] = [];
    await context.route(`${HOST}/**`, (route) => {
      const url = route.request().url();
      asked.push(url);
      const headers = { "Access-Control-Allow-Origin": "*" };
      return url.endsWith("/moved")
        ? route.fulfill({ status: 302, headers: { ...headers, Location: `${ELSEWHERE}/` } })
        : route.fulfill({ contentType: "text/html", headers, body: PAGE });
    });
    await context.route(`${ELSEWHERE}/**`, (route) => {
      asked.push(route.request().url());
      return route.fulfill({ headers: { "Access-Control-Allow-Origin": "*" }, body: "elsewhere" });
    });

    await test.step("without an allowed host there is no such tool", async () => {
      await openWithScript(page, "notes");
      await expect(page.getByLabel("Mode", { exact: true }).locator("option", { hasText: "pages" })).toHaveCount(0);
    });

    await test.step("the host is allowed in the settings", async () => {
      await goTo(page, "#/settings/connections");
      await page.getByLabel("Host", { exact: true }).fill(`${HOST}/visit`);
      await page.getByRole("button", { name: "Allow", exact: true }).click();
      await expect(page.getByTestId("allowed-hosts")).toContainText(HOST);
      await openWithScript(page, "notes");
      await page.reload();
      await expect(page.getByLabel("Mode", { exact: true }).locator("option", { hasText: "pages" })).toHaveCount(1);
    });

    const card = page.getByRole("region", { name: "Run by hand, without the model" });
    await test.step("its main text is read, without the menu, and no script of it runs", async () => {
      await readPage(page, `${HOST}/visit`);
      await expect(card).toContainText("The museum shows ships of three centuries");
      await expect(card).not.toContainText("Menu");
      expect(await page.title()).not.toBe("run");
    });

    await test.step("a redirect to another host is not followed", async () => {
      await readPage(page, `${HOST}/moved`);
      await expect(card.last()).toContainText("redirects to another address, which is not followed");
    });

    await test.step("another host is refused before anything is sent", async () => {
      await readPage(page, `${ELSEWHERE}/`);
      await expect(card.last()).toContainText("is not among the hosts allowed in the settings");
    });

    expect(asked).toEqual([`${HOST}/visit`, `${HOST}/moved`]);
  });
});

test.describe("a bookmark", () => {
  // The service worker takes what is handed over.
  test.use({ serviceWorkers: "allow" });

  test("hands the page at hand over as a file beside a new question, which is not sent", async ({
    page,
    context,
    serveApp,
  }) => {
    await page.goto("?engine=scripted&model=scripted:notes#/settings/developer");
    await expect(page.getByText("from now on it opens without a network")).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready);
    const href = (await page.getByRole("link", { name: "Ask Alcove" }).getAttribute("href")) ?? "";
    expect(href).toMatch(/^javascript:/);

    const other = await context.newPage();
    await other.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
    await other.goto(`${(await serveApp()).url}READ-ME.txt`);
    await other.setContent(
      "<title>Harbour: news</title><nav>Menu</nav><main><p>The ferry leaves at 7:40.</p></main><p>Imprint</p>",
    );
    const opening = context.waitForEvent("page");
    await other.evaluate(decodeURIComponent(href.slice("javascript:".length)));
    const opened = await opening;
    const files = opened.getByRole("list", { name: "Attached files" });
    await expect(files).toContainText("Harbour news.txt");
    await expect(opened.getByTestId("question")).toHaveCount(0);
    await composer(opened).fill("When does the ferry leave?");
    await composer(opened).press("Enter");
    await expect(opened.getByTestId("question")).toContainText("Harbour news.txt");
    expect(await other.locator("form").count()).toBe(0);
  });
});
