import { driveChat } from "./harness/chat-page.ts";
import { expect, test } from "./harness/test.ts";
import { composer, goTo, lastAnswer, openWithScript } from "./page-driver.ts";

test("a tool that came as a file runs its script in the sandbox, under the page's policy; what would leave the device does not; files with faults are named", async ({
  page,
}) => {
  await page.goto("./?engine=scripted#/tools");
  const examples = page.getByTestId("examples").locator("summary").first();
  await examples.click();

  await test.step("it runs its script in the sandbox", async () => {
    const tool = page.locator('[data-testid="tool"][data-tool="roman_numeral"]').first();
    await tool.locator("summary").first().click();
    await tool.getByLabel("number").fill("1994");
    await tool.getByRole("button", { name: "Run" }).click();
    await expect(tool.getByTestId("tool-outcome")).toContainText("MCMXCIV");
  });

  await test.step("one that would leave the device does not, unless the user allows its host", async () => {
    const tool = page.locator('[data-testid="tool"][data-tool="exchange_rate"]');
    await tool.locator("summary").first().click();
    await tool.getByLabel("from").fill("EUR");
    await tool.getByLabel("to", { exact: true }).fill("USD");
    await tool.getByRole("button", { name: "Run" }).click();
    await expect(tool.getByTestId("tool-outcome")).toContainText("no host is allowed");
  });

  await test.step("files with faults are named with their line, and the rest works", async () => {
    await page.route("**/tools/word_stats.clad.toml", (route) =>
      route.fulfill({
        contentType: "text/plain",
        body: '[tool]\nname = "word_stats"\n[command]\ntemplate = "wc {text}"\n',
      }),
    );
    await page.reload();
    await examples.click();
    const faults = page.getByTestId("file-faults");
    await expect(faults).toContainText("tools/word_stats.clad.toml:3");
    await expect(faults).toContainText("cannot run in a browser");
    // The skill that lists the tool is left out with it.
    await expect(page.getByRole("heading", { name: "Word games" })).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Kitchen measures" })).toBeVisible();
  });
});

test("a new tool is begun from a template, faults are named with their line, and then it is on and can be tried", async ({
  page,
}) => {
  await page.goto("./?engine=scripted#/tools");
  await page.getByRole("button", { name: "Add a tool" }).click();
  const editor = page.getByTestId("tool-editor");
  const text = editor.getByRole("textbox", { name: "The tool" });
  const template = await text.inputValue();
  await text.fill(template.replace('type = "number"', 'type = "nummer"'));
  await editor.getByRole("button", { name: "Save and try" }).click();
  await expect(editor.getByTestId("tool-faults")).toContainText("Line 6 'nummer' is no argument type: string, number");
  await text.fill(template);
  await editor.getByRole("button", { name: "Save and try" }).click();

  const tool = page.locator('[data-testid="tool"][data-tool="tip"]');
  await tool.getByLabel("bill").fill("12.50");
  await tool.getByLabel("percent").fill("20");
  await tool.getByRole("button", { name: "Run" }).click();
  await expect(tool.getByTestId("tool-outcome")).toContainText("The tip is 2.50, together 15.00.");

  await test.step("a text to look up comes as a file, and is a tool that gives it", async () => {
    const text = "---\nname: house_rules\ndescription: The rules of the house\n---\nQuiet from 22 to 7.";
    const file = { mimeType: "text/markdown", buffer: Buffer.from(text) };
    await page.getByTestId("tool-file-input").setInputFiles({ name: "house.knowledge.md", ...file });
    const rules = page.locator('[data-testid="own-file"] [data-tool="house_rules"]');
    await rules.locator("summary").first().click();
    await rules.getByRole("button", { name: "Run" }).click();
    await expect(rules.getByTestId("tool-outcome")).toContainText("Quiet from 22 to 7.");
  });

  await test.step("a secret that a tool names is asked for, kept, and can be forgotten", async () => {
    const manifest = [
      '[tool]\nname = "ping_api"\nversion = "1"\ndescription = "Pings."',
      '[http]\nmethod = "GET"\nurl = "https://api.example/ping"\nheaders = { "X-Key" = "{_secret:apikey}" }',
      '[output]\nformat = "text"\n[output.schema]\ntype = "object"\n',
    ].join("\n");
    const file = { mimeType: "text/plain", buffer: Buffer.from(manifest) };
    await page.getByTestId("tool-file-input").setInputFiles({ name: "ping_api.clad.toml", ...file });
    const ping = page.locator('[data-testid="own-file"] [data-tool="ping_api"]');
    await ping.locator("summary").first().click();
    await ping.getByLabel("Secret “apikey” for api.example").fill("k-4711");
    await ping.getByRole("button", { name: "Save" }).click();
    await expect(ping.getByLabel("Secret “apikey”")).toHaveCount(0);
    // Another tool of the same host does not get it, and whoever takes a tool out takes its secret out.
    const second = manifest.replace("ping_api", "ping_too");
    await page
      .getByTestId("tool-file-input")
      .setInputFiles({ name: "ping_too.clad.toml", mimeType: "text/plain", buffer: Buffer.from(second) });
    const too = page.locator('[data-testid="own-file"] [data-tool="ping_too"]');
    await too.locator("summary").first().click();
    await expect(too.getByLabel("Secret “apikey” for api.example")).toHaveValue("");
    await too.getByLabel("Secret “apikey” for api.example").fill("k-0815");
    await too.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Remove ping_too.clad.toml" }).click();
    await expect(too).toHaveCount(0);
    await page
      .getByTestId("tool-file-input")
      .setInputFiles({ name: "ping_too.clad.toml", mimeType: "text/plain", buffer: Buffer.from(second) });
    await too.locator("summary").first().click();
    await expect(too.getByLabel("Secret “apikey” for api.example")).toHaveValue("");
    await ping.getByRole("button", { name: "Forget “apikey” for api.example" }).click();
    await expect(ping.getByLabel("Secret “apikey” for api.example")).toHaveValue("");
  });

  await test.step("a tool that is pointed at hosts keeps to those that its user allows", async () => {
    const manifest = [
      '[tool]\nname = "look_at"\nversion = "1"\ndescription = "Names a host."\n[args.host]\ntype = "scope_target"\nrequired = true',
      "[javascript]\nsource = \"return 'looked at ' + input.host\"",
      '[output]\nformat = "text"\n[output.schema]\ntype = "object"\n',
    ].join("\n");
    const file = { mimeType: "text/plain", buffer: Buffer.from(manifest) };
    await page.getByTestId("tool-file-input").setInputFiles({ name: "look_at.clad.toml", ...file });
    const look = page.locator('[data-testid="own-file"] [data-tool="look_at"]');
    await look.locator("summary").first().click();
    await look.getByLabel("Only these hosts and addresses").fill("https://lab.example/start\n*.lab.example");
    await look.getByRole("button", { name: "Save" }).click();
    await expect(look.getByLabel("Only these hosts and addresses")).toHaveValue("lab.example\n*.lab.example");
    await look.getByLabel("host", { exact: true }).fill("evil.example");
    await look.getByRole("button", { name: "Run" }).click();
    await expect(look.getByTestId("tool-outcome")).toContainText("evil.example");
    await expect(look.getByTestId("tool-outcome")).not.toContainText("looked at");
    await look.getByLabel("host", { exact: true }).fill("a.lab.example");
    await look.getByRole("button", { name: "Run" }).click();
    await expect(look.getByTestId("tool-outcome")).toContainText("looked at a.lab.example");
  });

  // The default assistant may use it, so it can be called from the chat.
  await openWithScript(page, "notes");
  await composer(page).fill('/tip {"bill": 10}');
  await composer(page).press("Enter");
  await expect(page.getByRole("region", { name: "Run by hand, without the model" })).toContainText(
    "The tip is 1.00, together 11.00.",
  );
});

const DESK = `[flow]
name = "desk"
description = "Greets, and knows about orders."
start = "gate"
[node.gate]
type = "guardrail"
forbid = ["password*"]
pass = "topic"
block = "refuse"
[node.topic]
type = "route"
otherwise = "light"
[node.topic.choice.hours]
words = ["open", "hours"]
next = "hours"
[node.topic.choice.hello]
words = ["hello"]
next = "hours"
[node.hours]
type = "canned"
text = "We are open from 9 to 18."
next = "end"
[node.light]
type = "tool-call"
tools = ["set_light"]
mode = "detect"
notify = true
tool_called = "end"
no_tool_called = "end"
[node.refuse]
type = "canned"
text = "No passwords here, please."
next = "end"
`;

test("a flow that came as a file guards, routes and announces, its way is listed, and faults have their line", async ({
  page,
}) => {
  const chat = driveChat(page);
  await chat.open("model=scripted:lights");
  await goTo(page, "#/tools");
  const input = page.getByTestId("tool-file-input");
  const drop = (text: string) =>
    input.setInputFiles([{ name: "desk.flow.toml", mimeType: "text/plain", buffer: Buffer.from(text) }]);

  await test.step("faults are named with their line, and then it is on, with its nodes", async () => {
    await drop(DESK.replace('block = "refuse"', 'block = "refusal"'));
    await expect(page.getByTestId("own-file-faults")).toContainText(
      "desk.flow.toml:9: there is no node 'refusal': gate, topic, hours, light, refuse, end",
    );
    await drop(DESK);
    const flow = page.getByTestId("own-file").getByTestId("flow");
    await flow.locator("summary").click();
    await expect(flow.getByRole("listitem").first()).toHaveText("gate pass → topic, block → refuse");
    await flow.getByRole("button", { name: "Use for new chats" }).click();
    await expect(flow).toContainText("Used for new chats");
  });

  await test.step("what is forbidden is stopped, and what words decide is answered, without the model", async () => {
    await goTo(page, "#/");
    await chat.ask("Here is my Password: 1234");
    await chat.waitForEnd();
    await expect(lastAnswer(page)).toContainText("No passwords here, please.");
    await chat.ask("When are you open?");
    await chat.waitForEnd();
    await expect(lastAnswer(page)).toContainText("We are open from 9 to 18.");
  });

  await test.step("a detected call is announced to other pages of the origin", async () => {
    const host = await page.context().newPage();
    await host.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
    await host.goto("./READ-ME.txt");
    const heard = host.evaluate(
      () =>
        new Promise((resolve) => {
          new BroadcastChannel("alcove-detected").addEventListener("message", ({ data }) => resolve(data));
        }),
    );
    await chat.ask("Turn on the porch light");
    await chat.waitForEnd();
    await expect(chat.cards("set_light").getByTestId("tool-result")).toHaveText("Shown, not run.");
    expect(await heard).toMatchObject({
      type: "detected",
      version: 1,
      skill: "desk",
      node: "light",
      name: "set_light",
      arguments: { name: "porch", on: true },
    });
    await host.close();
  });

  await test.step("its way is listed", async () => {
    await goTo(page, "#/runs");
    await page.getByTestId("run").first().click();
    const way = page.getByRole("region", { name: "Way through the flow" }).first();
    await expect(way.getByRole("listitem")).toContainText(["gate → pass", "topic → otherwise", "light → tool-called"]);
    await expect(way.getByRole("listitem")).toHaveCount(4);
  });
});
