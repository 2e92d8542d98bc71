import type { BrowserContext, Page } from "@playwright/test";
import type { RunEvent } from "../worker/protocol/run-event.ts";
import { BRIEF_SKILL, driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";
import { exportRun, goTo } from "./page-driver.ts";

/**
 * Has the adapter call itself a graphics card, in the page and in its worker. Only its description is a stand-in: every
 * number is still computed by SwiftShader, so this shows what the app chooses and that its kernels for GPUs answer, and
 * nothing of a real card's speed or faults.
 */
const STAND_IN = `
Object.defineProperty(GPUAdapter.prototype, "info", {
  get: () => ({ vendor: "nvidia", architecture: "ampere", device: "", description: "", isFallbackAdapter: false }),
});
`;

const CARD = "It runs on the GPU.";

async function standInForCard(context: BrowserContext): Promise<void> {
  await context.addInitScript(STAND_IN);
  // The worker's own script: a script of the page's does not reach it.
  await context.route(/\/assets\/main-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: STAND_IN + (await response.text()) });
  });
}

test("on what calls itself a graphics card a model for both engines runs through WebLLM, unasked, and says why", async ({
  context,
  page,
}) => {
  await standInForCard(context);
  await expectEngine(page, { engine: "webllm", reason: "It runs on the GPU.", says: CARD });
});

test("with the same adapter under its own name it runs through wllama, and says why", async ({ page }) => {
  await expectEngine(page, {
    engine: "wllama",
    reason: "This device has no real graphics processor; the browser only imitates one.",
    says: "It runs on the processor.",
  });
});

interface Expected {
  readonly engine: string;
  /** On the Models page. */
  readonly reason: string;
  /** On the status. */
  readonly says: string;
}

/** Loads the tiny model as the app itself chooses, and has it answer. */
async function expectEngine(page: Page, { engine, reason, says }: Expected): Promise<void> {
  const chat = driveChat(page);
  await chat.open("model=tiny");
  await expect(page.getByTestId("model-status")).toHaveAttribute("title", says);
  await chat.chooseSkill(BRIEF_SKILL);
  // To this its random weights write words on either engine; wllama ends at bytes that are no text.
  await chat.answerAndStop("What now?");
  const { events } = JSON.parse(await exportRun(page)) as { readonly events: readonly RunEvent[] };
  expect(events[0]).toMatchObject({ type: "run-start", engine, modelId: "tiny" });
  await goTo(page, "#/models");
  await expect(page.getByTestId("current-model")).toContainText(reason);
}
