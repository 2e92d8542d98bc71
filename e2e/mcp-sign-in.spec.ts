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

let server: SignInServer;

test.beforeEach(async ({ page }) => {
  server = await serveSignIn();
  // As after a press on "Allow": that of the authorization server is the test's own.
  await page.addInitScript((origin) => {
    if (localStorage.getItem("alcove.allowed-hosts") === null)
      localStorage.setItem("alcove.allowed-hosts", JSON.stringify([origin]));
  }, new URL(server.url).origin);
});
test.afterEach(() => server.close());

test.use({ expectedErrors: [SIGN_IN_ERRORS] });

test("a server that wants a sign-in: allowed, signed in, refreshed, widened and left", async ({ page }) => {
  await page.goto("./?engine=scripted&model=scripted:parts#/settings/connections");
  const card = await addSignInServer(page, server);
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
  const there = await openSignIn(page, () => start.click());
  await fillSignIn(there);
  await consent(there);
  await expect(box).toHaveAttribute("data-state", "in");
  await expect(card).toHaveAttribute("data-state", "connected");
  expect(await page.evaluate(() => localStorage.getItem("alcove.draft new"))).toBe("half a question");
  expect(await page.evaluate(() => localStorage.getItem("alcove.sign-in-return"))).toBeNull();

  await allowTool(card, "lookup_part");
  await allowTool(card, "delete_part");
  await expect(await runTool(page, "lookup_part", "bolt")).toContainText("shelf");

  server.expireTokens();
  const outcome = await runTool(page, "lookup_part", "nut");
  await expect.poll(() => server.tools.calls.length).toBe(2);
  await expect(outcome).toContainText("shelf");
  expect(server.tokens.size).toBe(2);

  await expect(await runTool(page, "delete_part")).toContainText("asks the person to sign in");
  await goTo(page, "#/settings/connections");
  await expect(box).toHaveAttribute("data-state", "wider");
  await expect(box.getByRole("listitem")).toHaveText(["parts:read", "parts:write", "offline_access"]);
  await consent(await openSignIn(page, () => start.click()));
  await expect(box).toHaveAttribute("data-state", "in");
  await expect(await runTool(page, "delete_part")).not.toContainText("sign in");
  await expect(page.locator('[data-tool$=".delete_part"]').getByTestId("tool-outcome")).not.toContainText("failed");

  await page.reload();
  await goTo(page, "#/settings/connections");
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
  await page.goto("./?engine=scripted&model=scripted:parts");
  const other = await context.newPage();
  await other.goto("./signed-in.html?code=theirs&state=guessed&error_description=Call%20us");
  await expect(other.getByRole("status")).toHaveText("You can close this window and go on in Alcove.");
  expect(new URL(other.url()).search).toBe("");
  await expect(other.getByRole("link", { name: "Alcove" })).toHaveAttribute("href", "./#/settings/connections");
  await goTo(page, "#/settings/connections");
  await expect(page.getByTestId("servers")).toContainText("a sign-in that was not begun here");
  expect(await page.evaluate(() => localStorage.getItem("alcove.sign-in-return"))).toBeNull();
  expect(server.asked).toEqual([]);
});
