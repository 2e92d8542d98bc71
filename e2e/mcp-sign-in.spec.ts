import type { Page } from "@playwright/test";
import { expect, test } from "./harness/test.ts";
import { addHome } from "./harness/test-server.ts";
import { type SignInServer, startSignInServer } from "./sign-in-server.ts";

let server: SignInServer;

test.beforeEach(async ({ page }) => {
  server = await startSignInServer();
  addHome(server.url);
  addHome(server.issuer);
  await page.context().route(`${FONTS}/**`, (route) => route.fulfill({ contentType: "text/css", body: "" }));
  // As after a press on "Allow": that of the authorization server is the test's own.
  await page.addInitScript((origin) => {
    if (localStorage.getItem("alcove.allowed-hosts") === null)
      localStorage.setItem("alcove.allowed-hosts", JSON.stringify([origin]));
  }, new URL(server.url).origin);
});
test.afterEach(() => server.close());

// The servers' refusals, which the browser itself writes into the console, and the fonts of the library's page.
const FONTS = "https://fonts.googleapis.com";
test.use({ expectedErrors: [/status of 40[134]/], expectedOrigins: [FONTS] });

/** Signs in at the authorization server's page, as somebody who sees it for the first time. */
async function signIn(page: Page, pressed: Promise<unknown>, isKnown = false): Promise<void> {
  const [there] = await Promise.all([page.waitForEvent("popup"), pressed]);
  if (!isKnown) {
    await there.getByPlaceholder("Enter any login").fill("ada");
    await there.getByPlaceholder("and password").fill("lovelace");
    await there.getByRole("button", { name: "Sign-in" }).click();
  }
  await there.getByRole("button", { name: "Continue" }).click();
}

test("a server that wants a sign-in: allowed, signed in, refreshed, widened and left", async ({ page }) => {
  await page.goto("./?engine=scripted&model=scripted:parts#/settings/connections");
  const form = page.getByRole("form", { name: "Add server" });
  await form.getByLabel("Address").fill(server.url.replace("http://", ""));
  await form.getByRole("button", { name: "Add server" }).click();
  const card = page.getByTestId("server");
  const box = page.getByTestId("sign-in");
  await expect(box).toHaveAttribute("data-state", "out");
  await expect(card).toContainText("The server wants you to sign in.");
  const host = new URL(server.issuer).host;
  await expect(box).toContainText(`You sign in at ${host}`);
  await expect(box.getByRole("listitem")).toHaveText(["parts:read"]);
  // Its host is named, and was asked nothing.
  expect(server.asked).toEqual([]);
  await page.evaluate(() => localStorage.setItem("alcove.draft new", "half a question"));
  await box.getByRole("button", { name: `Allow ${server.issuer} and reload` }).click();

  const start = box.getByRole("button", { name: `Sign in at ${host}` });
  await expect(start).toBeVisible();
  await expect(box.getByRole("listitem")).toHaveText(["parts:read", "offline_access"]);
  expect(server.asked.every((each) => each.includes("/.well-known/"))).toBe(true);
  await signIn(page, start.click());
  await expect(box).toHaveAttribute("data-state", "in");
  await expect(card).toHaveAttribute("data-state", "connected");
  expect(await page.evaluate(() => localStorage.getItem("alcove.draft new"))).toBe("half a question");
  expect(await page.evaluate(() => localStorage.getItem("alcove.sign-in-return"))).toBeNull();

  const allow = async (name: string) => {
    await card.getByRole("button", { name: `Allow ${name}`, exact: true }).click();
    await expect(card.locator(`[data-tool="${name}"]`)).toHaveAttribute("data-status", "on");
  };
  await allow("lookup_part");
  await allow("delete_part");
  const run = async (tool: string, part?: string) => {
    await page.evaluate(() => {
      location.hash = "#/tools";
    });
    const entry = page.locator(`[data-testid="tool"][data-tool$=".${tool}"]`);
    if ((await entry.getAttribute("open")) === null) await entry.locator("summary").first().click();
    if (part !== undefined) await entry.getByRole("textbox", { name: "part" }).fill(part);
    await entry.getByRole("button", { name: "Run" }).click();
    return entry.getByTestId("tool-outcome");
  };
  await expect(await run("lookup_part", "bolt")).toContainText("shelf");

  server.expireTokens();
  const outcome = await run("lookup_part", "nut");
  await expect.poll(() => server.tools.calls.length).toBe(2);
  await expect(outcome).toContainText("shelf");
  expect(server.tokens.size).toBe(2);

  await expect(await run("delete_part")).toContainText("asks the person to sign in");
  await page.evaluate(() => {
    location.hash = "#/settings/connections";
  });
  await expect(box).toHaveAttribute("data-state", "wider");
  await expect(box.getByRole("listitem")).toHaveText(["parts:read", "parts:write", "offline_access"]);
  await signIn(page, start.click(), true);
  await expect(box).toHaveAttribute("data-state", "in");
  await expect(await run("delete_part")).not.toContainText("sign in");
  await expect(page.locator('[data-tool$=".delete_part"]').getByTestId("tool-outcome")).not.toContainText("failed");

  await page.reload();
  await page.evaluate(() => {
    location.hash = "#/settings/connections";
  });
  await expect(box).toHaveAttribute("data-state", "in");
  await expect(card).toHaveAttribute("data-state", "connected");
  const seen = [...server.tokens];
  await box.getByRole("button", { name: "Sign out" }).click();
  await expect(box).toHaveAttribute("data-state", "out");
  expect(server.asked.filter((each) => each === "POST /token/revocation")).toHaveLength(2);
  server.expireTokens();
  expect(seen.length).toBeGreaterThan(2);
});

test("a return that nobody began changes nothing, and shows nothing of what it was told", async ({ page, context }) => {
  await page.goto("./?engine=scripted&model=scripted:parts#/settings/connections");
  const other = await context.newPage();
  await other.goto("./signed-in.html?code=theirs&state=guessed&error_description=Call%20us");
  await expect(other.getByRole("status")).toHaveText("You can close this window and go on in Alcove.");
  expect(new URL(other.url()).search).toBe("");
  await page.reload();
  await expect(page.getByTestId("servers")).toBeVisible();
  await expect(page.getByTestId("servers")).toContainText("a sign-in that was not begun here");
  expect(await page.evaluate(() => localStorage.getItem("alcove.sign-in-return"))).toBeNull();
  expect(server.asked).toEqual([]);
});
