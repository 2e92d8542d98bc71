import type { Locator, Page } from "@playwright/test";
import { expect } from "./harness/test.ts";
import { addHome } from "./harness/test-server.ts";
import { type SignInServer, startSignInServer } from "./sign-in-server.ts";

/** What the browser itself writes into the console: servers' refusals, and fonts that the library's page may not fetch. */
export const SIGN_IN_ERRORS = /status of 40[134]|fonts\.googleapis\.com/;

/** Starts a server of tools that wants a sign-in. */
export async function serveSignIn(): Promise<SignInServer> {
  const server = await startSignInServer();
  addHome(server.url);
  addHome(server.issuer);
  return server;
}

/** Adds the server under Settings, Connections; returns its card. */
export async function addSignInServer(page: Page, server: SignInServer): Promise<Locator> {
  const form = page.getByRole("form", { name: "Add server" });
  await form.getByLabel("Address").fill(server.url.replace("http://", ""));
  await form.getByRole("button", { name: "Add server" }).click();
  return page.getByTestId("server");
}

/** The window in which the user signs in, once `press` has opened it. */
export async function openSignIn(page: Page, press: () => Promise<unknown>): Promise<Page> {
  const [there] = await Promise.all([page.context().waitForEvent("page"), press()]);
  return there;
}

/** Fills the form of the authorization server's page, as somebody whom it does not know yet. */
export async function fillSignIn(there: Page): Promise<void> {
  await there.getByPlaceholder("Enter any login").fill("ada");
  await there.getByPlaceholder("and password").fill("lovelace");
  await there.getByRole("button", { name: "Sign-in" }).click();
}

/** Agrees to what the authorization server's page says; the window closes by itself when it is back. */
export async function consent(there: Page): Promise<void> {
  await Promise.all([there.waitForEvent("close"), there.getByRole("button", { name: "Continue" }).click()]);
}

/** Turns a tool of the card on. */
export async function allowTool(card: Locator, name: string): Promise<void> {
  await card.getByRole("button", { name: `Allow ${name}`, exact: true }).click();
  await expect(card.locator(`[data-tool="${name}"]`)).toHaveAttribute("data-status", "on");
}

/** Goes to a page of the app. */
export function goTo(page: Page, hash: string): Promise<void> {
  return page.evaluate((to) => {
    location.hash = to;
  }, hash);
}

/** Runs a tool on the Tools page; returns what came of it. */
export async function runTool(page: Page, tool: string, part?: string): Promise<Locator> {
  await goTo(page, "#/tools");
  const entry = page.locator(`[data-testid="tool"][data-tool$=".${tool}"]`);
  if ((await entry.getAttribute("open")) === null) await entry.locator("summary").first().click();
  if (part !== undefined) await entry.getByRole("textbox", { name: "part" }).fill(part);
  await entry.getByRole("button", { name: "Run" }).click();
  return entry.getByTestId("tool-outcome");
}
