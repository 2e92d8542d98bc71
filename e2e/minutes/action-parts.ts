import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../dev/scripts/build-app.ts";
import { startMcpServer } from "../mcp-server.ts";
import { askAndReport } from "./ask-part.ts";
import { type Newcomer, openNewcomer } from "./newcomer.ts";
import type { Question } from "./question.ts";
import type { Part, Stage } from "./stage.ts";

const OWN_MODEL = join(ROOT, ".models/starter/SmolLM2-135M-Instruct.Q4_1.gguf");
/** A question that needs the model: no tool recognises it by itself. */
const EGGS: Question = { ask: "9 boxes hold 24 eggs each, how many eggs is that?", expect: { number: 216 } };
const KEY = "sk-a-key-of-mine";

/** Takes down what stands on the page: nothing where it is as it should be. */
function note(stage: Stage, name: string, flaw: string | null, since: number, untrue: readonly string[] = []): void {
  stage.report({ name, flaw, untrue, shown: null, seconds: (Date.now() - since) / 1000 });
}

async function isShown(user: Newcomer, selector: string, milliseconds = 30_000): Promise<boolean> {
  return user.page
    .locator(selector)
    .first()
    .waitFor({ timeout: milliseconds })
    .then(() => true)
    .catch(() => false);
}

/** A tool made from the template, tried by hand and then by the model. */
const ownTool: Part = async (stage) => {
  const since = Date.now();
  const user = await stage.open();
  await user.loadStarter();
  user.startCount();
  await user.goTo("tools");
  await user.press(user.page.getByRole("button", { name: "Add a tool" }));
  await user.press(user.page.getByRole("button", { name: "Save and try" }));
  const tool = user.page.locator('[data-testid="tool"][data-tool="tip"]').first();
  await tool.getByLabel("bill").fill("60");
  await user.press(tool.getByRole("button", { name: "Run" }));
  const isRight = await isShown(user, '[data-testid="tool-outcome"]:has-text("6.00")');
  stage.reportJourney({ name: "own tool", presses: user.presses, maxPresses: 4, seconds: user.seconds });
  note(stage, "a tool from the template works by hand", isRight ? null : "no tip of 6.00", since);
  await user.newChat();
  await askAndReport(stage, user, { ask: "Use my tip tool: what is the tip for a bill of 80?", expect: { number: 8 } });
};

/** An MCP server added by its address, its tools allowed at once, and one of them used by the model. */
const mcp: Part = async (stage) => {
  const since = Date.now();
  const server = await startMcpServer();
  try {
    const user = await stage.open();
    await user.loadStarter();
    user.startCount();
    await user.goTo("MCP");
    const form = user.page.getByRole("form", { name: "Add server" });
    await form.getByLabel("Address").fill(server.url.replace("http://", ""));
    await user.press(form.getByRole("button", { name: "Add server" }));
    await user.press(user.page.getByRole("button", { name: /^Allow http.* and reload$/ }));
    await user.press(user.page.getByRole("button", { name: /^Allow all \d+ tools$/ }));
    const isOn = await isShown(user, '[data-testid="server-tool"][data-tool="lookup_part"][data-status="on"]');
    stage.reportJourney({ name: "MCP server", presses: user.presses, maxPresses: 4, seconds: user.seconds });
    note(stage, "an MCP server's tools are on", isOn ? null : "they are not", since);
    await user.waitForModel();
    await user.newChat();
    await askAndReport(stage, user, { ask: "On which shelf is the part bolt?", expect: { number: 4 } });
  } finally {
    await server.close();
  }
};

/** A model of the user's own, as a file. */
const ownModel: Part = async (stage) => {
  const since = Date.now();
  const user = await stage.open();
  user.startCount();
  await user.goTo("models");
  const choosing = user.page.waitForEvent("filechooser");
  await user.press(user.page.getByRole("button", { name: "Choose a file" }).first());
  await (await choosing).setFiles(OWN_MODEL);
  const isReady = await user.waitForModel().then(
    () => true,
    () => false,
  );
  stage.reportJourney({ name: "own GGUF", presses: user.presses, maxPresses: 2, seconds: user.seconds });
  note(stage, "a model from a file loads by itself", isReady ? null : "it is not ready", since);
  const card = user.page.getByTestId("model").filter({ hasText: "SmolLM2-135M-Instruct.Q4_1" });
  const [label = ""] = await card.allInnerTexts();
  const untrue = label.includes("comes with this app") ? ["an own model “comes with this app”"] : [];
  note(stage, "its card says whose it is", /your own|from a file/iu.test(label) ? null : label, since, untrue);
};

/** A model of the catalog, up to the moment in which its download has begun: here there may be no network. */
const catalog: Part = async (stage) => {
  const since = Date.now();
  const user = await stage.open();
  user.startCount();
  await user.goTo("models");
  const cards = user.page.getByTestId("model");
  await user.press(cards.getByRole("button", { name: /^Download/ }).first());
  await user.press(user.page.getByRole("button", { name: /^Allow/ }).first());
  const hasBegun = await isShown(
    user,
    "[data-testid=download], [data-testid=failure][data-code=download-failed]",
    60_000,
  );
  stage.reportJourney({ name: "catalog model", presses: user.presses, maxPresses: 3, seconds: user.seconds });
  note(stage, "a download begins after the hosts were allowed", hasBegun ? null : "nothing begins", since);
};

/** A question in the chat while the model's tool use is being tested. */
const gym: Part = async (stage) => {
  const since = Date.now();
  const user = await stage.open();
  await user.loadStarter();
  await user.page.evaluate(() => {
    location.hash = "#/gym";
  });
  await user.press(user.page.getByRole("button", { name: "Start" }));
  const runs = await isShown(user, "[data-testid=gym-progress][data-state=running]");
  note(stage, "the tool test starts", runs ? null : "it does not", since);
  await user.newChat();
  await askAndReport(stage, user, EGGS);
  await user.page.evaluate(() => {
    location.hash = "#/gym";
  });
  const hasEnded = await isShown(user, "[data-testid=gym-progress][data-state=idle]", 5000);
  note(stage, "the tool test gave way to the question", hasEnded ? null : "it is said to be running", since);
};

/** Two tabs at once, and one that is closed while it writes. */
const tabs: Part = async (stage) => {
  const since = Date.now();
  const first = await stage.open();
  await first.loadStarter();
  const second = await openNewcomer(first.page.context(), stage.url);
  if (!(await isShown(second, "[data-testid=model-status][data-state=ready]", 5000))) await second.loadStarter();
  await Promise.all([
    askAndReport(stage, first, { ask: "What is the capital of Italy?", expect: { says: "rome" } }),
    askAndReport(stage, second, EGGS),
  ]);
  await first.page.locator("[data-composer]").fill("Tell me a long story about the sea");
  await first.page.locator("[data-composer]").press("Enter");
  await first.page.locator("[data-testid=answer][data-state=running]").waitFor({ timeout: 30_000 });
  await first.page.close();
  await second.goTo("activity");
  await second.page.waitForTimeout(20_000);
  const runs = (await second.page.getByTestId("run").allInnerTexts()).join("\n");
  note(stage, "no activity goes on for ever when a tab is closed", /running|working/iu.test(runs) ? runs : null, since);
  // The engine ran in the first tab: the second goes on without it.
  await second.newChat();
  await askAndReport(stage, second, EGGS);
};

/** Deletes everything, and looks for what may have stayed. */
const deletion: Part = async (stage) => {
  const since = Date.now();
  const user = await stage.open();
  await user.loadStarter();
  await user.ask("Remember that my bicycle is green");
  await user.page.evaluate(() => {
    location.hash = "#/settings/connections";
  });
  const form = user.page.getByTestId("own-server");
  await form.getByLabel("Address").fill("http://127.0.0.1:9/v1");
  await form.getByLabel(/^Key/).fill(KEY);
  await form.getByRole("button", { name: "Save" }).click();
  await user.newChat();
  user.startCount();
  await user.goTo("delete everything");
  await user.press(user.page.getByRole("button", { name: "Delete everything" }));
  await user.press(user.page.getByRole("button", { name: "Yes, delete everything" }));
  await user.page.getByText("Your data was deleted from this device.").waitFor({ timeout: 30_000 });
  stage.reportJourney({ name: "delete everything", presses: user.presses, maxPresses: 3, seconds: user.seconds });
  const kept = await user.page.evaluate(() => JSON.stringify({ ...localStorage }));
  const left = [
    ...(kept.includes("key-of-mine") ? ["the key"] : []),
    ...((await user.readNotes()).length > 0 ? ["a note"] : []),
    ...((await user.page.getByRole("navigation", { name: "Conversations" }).getByRole("link").count()) > 0
      ? ["a conversation"]
      : []),
  ];
  const untrue = left.map((what) => `“deleted”, but ${what} is still here`);
  note(stage, "nothing is left after deleting everything", left.length === 0 ? null : left.join(", "), since, untrue);
};

/** A backup of one profile, taken into a fresh one. */
const backup: Part = async (stage) => {
  const since = Date.now();
  const user = await stage.open();
  await user.loadStarter();
  await user.ask("Remember that my bicycle is green");
  const toData = (who: Newcomer): Promise<void> =>
    who.page.evaluate(() => {
      location.hash = "#/settings/data";
    });
  await toData(user);
  const downloading = user.page.waitForEvent("download");
  await user.page.getByRole("button", { name: "Export everything" }).click();
  const folder = await mkdtemp(join(tmpdir(), "alcove-backup-"));
  const file = join(folder, (await downloading).suggestedFilename());
  await (await downloading).saveAs(file);
  const other = await stage.open();
  await toData(other);
  await other.page.getByLabel("Choose a file to import").setInputFiles(file);
  await other.page.getByLabel("It is my own backup.").check();
  await other.page.getByRole("button", { name: "Import", exact: true }).click();
  await other.page.getByText("The import is done.").waitFor({ timeout: 30_000 });
  await rm(folder, { recursive: true });
  await other.goTo("memory");
  const isBack = await isShown(other, '[data-testid="memory"]:has-text("bicycle")');
  await other.page.getByRole("navigation", { name: "Conversations" }).getByRole("link").first().click();
  const marks = await other.page.getByTestId("foreign-mark").count();
  const flaw = !isBack ? "the note is missing" : marks > 0 ? "my own words are marked as somebody else's" : null;
  note(stage, "a backup comes back whole on another device", flaw, since);
};

/** The parts in which something is set up, moved or removed. */
export const ACTION_PARTS: Readonly<Record<string, Part>> = {
  "own-tool": ownTool,
  mcp,
  "own-model": ownModel,
  catalog,
  gym,
  tabs,
  backup,
  delete: deletion,
};
