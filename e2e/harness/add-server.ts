import { expect, type Page } from "@playwright/test";
import { addHome } from "./test-server.ts";

/** Opens the settings with a script as the model, and connects a server there whose host was allowed before. */
export async function addServer(page: Page, name: string, url: string): Promise<void> {
  addHome(url);
  const { host, origin } = new URL(url);
  await page.addInitScript(
    (allowed) => localStorage.setItem("alcove.allowed-hosts", JSON.stringify([allowed])),
    origin,
  );
  await page.goto("./?engine=scripted&model=scripted:parts#/settings/connections");
  const form = page.getByRole("form", { name: "Add server" });
  await form.getByText("Details").click();
  await form.getByLabel(/^Name/).fill(name);
  await form.getByLabel("Address").fill(`${host}${new URL(url).pathname}`);
  await form.getByRole("button", { name: "Add server" }).click();
  await expect(page.getByTestId("server")).toHaveAttribute("data-state", "connected");
}
