import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { DIST } from "../dev/scripts/build-app.ts";
import { removeFolder } from "./harness/remove-folder.ts";
import { expect, test } from "./harness/test.ts";
import {
  addSignInServer,
  allowTool,
  consent,
  fillSignIn,
  goTo,
  openSignIn,
  runTool,
  SIGN_IN_ERRORS,
  serveSignIn,
} from "./sign-in-driver.ts";
import type { SignInServer } from "./sign-in-server.ts";

test.use({ expectedErrors: [SIGN_IN_ERRORS] });

const CONNECTIONS = "?engine=scripted&model=scripted:parts#/settings/connections";
let site = "";
let server: SignInServer;
test.beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), "alcove-site-"));
  await cp(DIST, join(site, "apps/alcove"), { recursive: true });
});
test.afterEach(() => server.close());
test.afterAll(() => removeFolder(site));

/** Adds the server and allows both hosts, as a user does; returns the way back that the authorization server is told. */
async function beginSignIn(page: Page) {
  await addSignInServer(page, server);
  await page.getByRole("button", { name: `Allow ${new URL(server.url).origin} and reload` }).click();
  await page.getByRole("button", { name: `Allow ${server.issuer} and reload` }).click();
  const start = page.getByRole("button", { name: `Sign in at ${new URL(server.issuer).host}` });
  const asked = page.context().waitForEvent("request", (request) => request.url().startsWith(`${server.issuer}/auth?`));
  const there = await openSignIn(page, () => start.click());
  return { there, query: new URL((await asked).url()).searchParams };
}

test("in a sub-folder, without a service worker: registered, signed in, used and refreshed", async ({
  page,
  serveApp,
}) => {
  const { url } = await serveApp({ folder: site });
  server = await serveSignIn();
  await page.goto(`${url}apps/alcove/index.html${CONNECTIONS}`);
  const { there, query } = await beginSignIn(page);
  expect(query.get("redirect_uri")).toBe(`${url}apps/alcove/signed-in.html`);
  expect(query.get("code_challenge_method")).toBe("S256");
  await fillSignIn(there);
  await consent(there);
  await expect(page.getByTestId("sign-in")).toHaveAttribute("data-state", "in");
  await allowTool(page.getByTestId("server"), "lookup_part");
  await expect(await runTool(page, "lookup_part", "bolt")).toContainText("shelf");

  server.expireTokens();
  const outcome = await runTool(page, "lookup_part", "nut");
  await expect.poll(() => server.tools.calls.length).toBe(2);
  await expect(outcome).toContainText("shelf");
  expect(server.tokens.size).toBe(2);
  expect(server.asked.filter((each) => each === "POST /reg")).toHaveLength(1);
});

test("as an app in a window of its own: the sign-in's window is closed and opened again, the app loaded anew, and the way back needs no server", async ({
  serveApp,
  profile,
  expectErrors,
}) => {
  const app = await serveApp({ folder: site });
  const context = await profile.open([`--app=${app.url}apps/alcove/${CONNECTIONS}`]);
  server = await serveSignIn();
  const [page] = context.pages();
  if (page === undefined) throw new Error("No window was opened.");
  const isAlone = () => page.evaluate(() => matchMedia("(display-mode: standalone)").matches);
  const isKept = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL ?? "");
  await expect.poll(isKept, { timeout: 60_000 }).toBe(`${app.url}apps/alcove/sw.js`);
  expect(await isAlone()).toBe(true);
  const { there } = await beginSignIn(page);
  await there.close();
  const again = await openSignIn(page, () => page.getByRole("link", { name: "Open the page to sign in" }).click());
  await fillSignIn(again);
  const box = page.getByTestId("sign-in");
  await page.reload();
  await expect(box).toHaveAttribute("data-state", "out");

  expectErrors(/ERR_CONNECTION_REFUSED/);
  await app.stop();
  await consent(again);
  await expect(box).toHaveAttribute("data-state", "in");
  await allowTool(page.getByTestId("server"), "lookup_part");
  await expect(await runTool(page, "lookup_part", "bolt")).toContainText("shelf");
  expect(await isAlone()).toBe(true);

  await page.reload();
  expect(await isKept()).toContain("/apps/alcove/sw.js");
  await goTo(page, "#/settings/connections");
  await expect(box).toHaveAttribute("data-state", "in");
  server.expireTokens();
  await expect(await runTool(page, "lookup_part", "nut")).toContainText("shelf");
  expect(server.tokens.size).toBe(2);
});
