import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "@playwright/test";
import { expectReady } from "./harness/chat-page.ts";
import { HEARD, readHosts, toNetLogFlag } from "./harness/net-log.ts";
import { expect, test } from "./harness/test.ts";
import { addHome } from "./harness/test-server.ts";

/** Everything in a page that makes a browser look up a name, some of it without a request. */
const toPage = (host: string): string =>
  `<link rel="dns-prefetch" href="//hint.${host}"><link rel="preconnect" href="https://connect.${host}">
  <link rel="preload" as="image" href="https://preload.${host}/a.png"><link rel="prefetch" href="https://prefetch.${host}/">
  <link rel="modulepreload" href="https://module.${host}/a.js"><link rel="stylesheet" href="https://style.${host}/a.css">
  <link rel="icon" href="https://icon.${host}/a.ico"><link rel="manifest" href="https://manifest.${host}/a.json">
  <meta http-equiv="x-dns-prefetch-control" content="on"><base href="https://base.${host}/">
  <meta http-equiv="refresh" content="0;url=https://refresh.${host}/"><a href="https://link.${host}/" ping="https://ping.${host}/">away</a>
  <img src="https://image.${host}/a.png" srcset="https://set.${host}/a.png 2x"><video poster="https://poster.${host}/a.png"></video>
  <svg><image href="https://svg.${host}/a.png"/><use href="https://use.${host}/a.svg#a"/></svg><object data="https://object.${host}/"></object>
  <p style="background:url(https://paint.${host}/a.png)">Text</p><style>@import "https://import.${host}/a.css";</style>
  <iframe src="https://frame.${host}/"></iframe><template><link rel="dns-prefetch" href="//later.${host}"></template><h1>There</h1>`;

test.use({
  expectedErrors: [/Content Security Policy|Blocked script|sandboxed|ERR_BLOCKED_BY_CSP|ERR_NAME_NOT_RESOLVED/],
});

// A context beside a browser's own profile follows no hints, so that the other specs cannot show this.
test("what a script shows looks up no name, where the same page by itself looks up several", async ({
  app,
  profile,
}) => {
  const flag = toNetLogFlag();
  const context = await profile.open([flag]);
  const page = await context.newPage();
  await page.goto(`${app.url}?engine=scripted&model=scripted:notes#/tools`);
  await expectReady(page);
  await page.getByRole("button", { name: "New script" }).first().click();
  const field = page.getByTestId("panel").getByRole("textbox", { name: "The script" });
  await field.fill(`show.html(${JSON.stringify(toPage("away.example"))}, "Hostile");`);
  await field.press("Control+Enter");
  const frame = page.frameLocator("[data-testid=page-frame]");
  await expect(frame.getByRole("heading", { name: "There" })).toBeVisible();
  await frame.getByText("away").click();

  const readNames = async (): Promise<readonly string[]> =>
    [...readHosts(await readFile(flag.slice(flag.indexOf("=") + 1), "utf8"))].filter(
      (host) => host === HEARD || host.endsWith("away.example"),
    );
  await openAlone(context, `<link rel="dns-prefetch" href="//${HEARD}"><h1>There</h1>`, async (alone) => {
    // The browser writes its log down now and then.
    await expect
      .poll(async () => {
        await alone.reload();
        return readNames();
      })
      .toContain(HEARD);
  });
  await context.close();
  expect(await readNames()).toEqual([HEARD]);
});

/** Opens a page that a server of its own serves, without any policy. */
async function openAlone(context: BrowserContext, html: string, look: (page: Page) => Promise<void>): Promise<void> {
  const server = createServer((_, response) => response.setHeader("content-type", "text/html").end(html));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  addHome(url);
  const page = await context.newPage();
  await page.goto(url);
  await look(page);
  await page.close();
  server.close();
}
