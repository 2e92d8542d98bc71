import type { Page } from "@playwright/test";
import { answerAsOllama, OLLAMA_HEADERS } from "../../dev/scripts/package/fake-ollama.ts";
import { expect } from "./test.ts";

/** Where the stand-in answers: Ollama's own address, as somebody enters it by its host alone. */
export const OLLAMA = "http://localhost:11434";

/** Stands in for Ollama at its own port, and writes these replies, or what `answerAsOllama` does. Returns the requests. */
export async function standIn(page: Page, replies: readonly string[] = []): Promise<readonly string[]> {
  const asked: string[] = [];
  await page.context().route(`${OLLAMA}/**`, (route) => {
    const request = route.request();
    if (request.method() === "OPTIONS") return route.fulfill({ headers: OLLAMA_HEADERS, body: "" });
    const isAsked = request.url().endsWith("/api/generate");
    if (isAsked) asked.push(request.postData() ?? "");
    const reply = isAsked ? replies[asked.length - 1] : undefined;
    const end = JSON.stringify({ response: "", done: true, done_reason: "stop", prompt_eval_count: 1, eval_count: 1 });
    const body =
      reply === undefined
        ? answerAsOllama(request.url(), request.postData())
        : `${JSON.stringify({ response: reply })}\n${end}`;
    return route.fulfill({ headers: OLLAMA_HEADERS, body });
  });
  return asked;
}

/** Enters Ollama by its host alone, and loads the page anew with it. */
export async function useOllama(page: Page): Promise<void> {
  await page.goto("./?engine=scripted#/settings/connections");
  const form = page.getByTestId("own-server");
  await form.getByRole("combobox", { name: "Kind of server" }).selectOption("Ollama");
  await expect(form.getByLabel("Address")).toHaveAttribute("placeholder", "127.0.0.1:11434");
  await form.getByLabel("Address").fill("localhost");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByTestId("own-server-state")).toHaveText(
    "Saved. After a reload, questions go to localhost:11434.",
  );
  await page.goto("about:blank");
  await page.goto("./");
  await expect(page.getByTestId("model-status")).toHaveText("Questions go to localhost:11434");
}

/** Lets the app connect to this origin, as its user does on the page of connections, from the next load on. */
export async function allowHost(page: Page, origin: string): Promise<void> {
  await page.addInitScript((allowed) => {
    if (location.protocol === "http:") localStorage.setItem("alcove.allowed-hosts", JSON.stringify([allowed]));
  }, origin);
}
