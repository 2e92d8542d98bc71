import { createSocket } from "node:dgram";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import type { FrameLocator, Page } from "@playwright/test";
import * as z from "zod";
import { startEverythingServer } from "./everything-server.ts";
import { expect, test } from "./harness/test.ts";
import { addHome } from "./harness/test-server.ts";
import { TRIES, toHostilePage } from "./hostile-page.ts";

const PAGE = "ui://hostile/page";

/** Every address that was asked of the canary, which nobody has allowed. */
let heard: string[];
let calls: unknown[];
let close: () => Promise<void>;
let canary: string;

/** Serves a server over Streamable HTTP on loopback, and a canary beside it. */
async function serve(make: () => McpServer): Promise<string> {
  const handler = createMcpHandler(make);
  const http = createHttpServer(async (request, response) => {
    const cors = {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, POST, DELETE",
      "access-control-expose-headers": "mcp-session-id, mcp-protocol-version",
      "cross-origin-resource-policy": "cross-origin",
      "access-control-allow-headers": request.headers["access-control-request-headers"] ?? "*",
    };
    if (request.url === "/plain") return response.writeHead(200, { "content-type": "text/html" }).end("<p>plain");
    if (request.url !== "/mcp") heard.push(request.url ?? "");
    if (request.url !== "/mcp" || request.method === "OPTIONS") return response.writeHead(204, cors).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
    const url = `http://localhost${request.url}`;
    const answer = await handler.fetch(new Request(url, { method: request.method ?? "GET", headers, ...body }));
    response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...cors });
    for await (const chunk of answer.body ?? []) response.write(chunk);
    return response.end();
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  close = async () => {
    await handler.close();
    http.closeAllConnections();
    http.close();
  };
  canary = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return `${canary}/mcp`;
}

/** A server whose tool's page is this markup. */
function createHostile(text: string): () => McpServer {
  return () => {
    const server = new McpServer({ name: "h", version: "1" });
    const tool = { description: "Shows.", inputSchema: z.object({ secret: z.string().default("") }) };
    server.registerTool("show", { ...tool, _meta: { ui: { resourceUri: PAGE } } }, async (input) => {
      calls.push(input);
      return { content: [{ type: "text", text: "shown" }] };
    });
    server.registerResource("page", PAGE, {}, async () => ({
      contents: [{ uri: PAGE, mimeType: "text/html;profile=mcp-app", text }],
    }));
    return server;
  };
}

/** Adds the server, allows its tool and runs it by hand; shows its page, which the user lets it have. */
async function showPage(page: Page, url: string, tool: string, base = "./"): Promise<void> {
  await runTool(page, url, tool, base);
  // Off until the user turns it on, and until then nothing can be framed at all.
  await expect(page.getByTestId("app-frame")).toHaveCount(0);
  expect(await readFramePolicy(page)).toContain("frame-src 'none'");
  await page.goto(`${base}?engine=scripted&model=scripted:parts#/settings/connections`);
  const letPages = page.getByRole("checkbox", { name: "Show this server’s pages" });
  await expect(letPages).not.toBeChecked();
  // Served with the header that closes them, there is no word of names that a page could have looked up.
  await expect(page.getByText("It stands closed off from your chats")).toBeVisible();
  await expect(page.getByText("have names looked up")).toHaveCount(0);
  await letPages.check();
  await page.getByTestId("reload-needed").getByRole("button").click();
  await expect.poll(() => readFramePolicy(page)).toMatch(/frame-src http:\S+\/frame\.html$/);
  await callTool(page, tool);
  await page.getByRole("button", { name: "Show the page of h" }).click();
}

const readFramePolicy = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>("meta[data-connect]")?.content);

async function callTool(page: Page, tool: string): Promise<void> {
  await page.evaluate(() => {
    location.hash = "#/";
  });
  const field = page.getByRole("textbox", { name: "Message" });
  await field.fill(`/h.${tool} {}`);
  await expect(page.getByText(`Runs “h.${tool}” at once`)).toBeVisible();
  await field.press("Enter");
  await expect(page.getByTestId("tool-card").last()).toBeVisible();
}

async function runTool(page: Page, url: string, tool: string, base: string): Promise<void> {
  addHome(url);
  await page.addInitScript((host) => {
    // A server's page has no storage.
    if (origin !== "null") localStorage.setItem("alcove.allowed-hosts", JSON.stringify([host]));
  }, new URL(url).origin);
  await page.goto(`${base}?engine=scripted&model=scripted:parts#/settings/connections`);
  const form = page.getByRole("form", { name: "Add server" });
  await form.getByText("Details").click();
  await form.getByLabel(/^Name/).fill("h");
  await form.getByLabel("Address").fill(url.replace("http://", ""));
  await form.getByRole("button", { name: "Add server" }).click();
  await page.getByRole("button", { name: `Allow ${tool}`, exact: true }).click();
  await expect(page.getByTestId("server-tool").first()).toHaveAttribute("data-status", "on");
  await callTool(page, tool);
}

test.beforeEach(() => {
  heard = [];
  calls = [];
});
test.afterEach(() => close());

const SAMPLES = {
  "basic-vanillajs": import.meta.resolve("@modelcontextprotocol/server-basic-vanillajs"),
  "basic-react": import.meta.resolve("@modelcontextprotocol/server-basic-react"),
  "budget-allocator": import.meta.resolve("@modelcontextprotocol/server-budget-allocator"),
};

/** Starts one of the protocol's sample servers and shows the page of its tool. */
async function showSample(page: Page, name: keyof typeof SAMPLES, tool: string): Promise<FrameLocator> {
  const server = await startEverythingServer(new URL("index.js", SAMPLES[name]).href);
  close = async () => server.close();
  await showPage(page, server.url, tool);
  return page.frameLocator("[data-testid=app-frame] > iframe");
}

for (const [name, time] of [
  ["basic-vanillajs", "#server-time"],
  ["basic-react", "code"],
] as const) {
  test(`the protocol's sample page ${name} is told its result, and calls its server's tool once the user allows it`, async ({
    page,
    expectErrors,
  }) => {
    // Its library asks whether it may make code out of texts.
    expectErrors(/TrustedScript/);
    const inside = await showSample(page, name, "get-time");
    await expect(inside.locator(time)).toContainText(/\d{4}-/);
    const before = await inside.locator(time).textContent();
    await inside.getByRole("button", { name: /Get.*Time/i }).click();
    const request = page.getByTestId("page-request");
    await expect(request).toContainText("wants to call a tool of its server");
    await request.getByRole("button", { name: "Allow once" }).click();
    await expect(inside.locator(time)).not.toHaveText(before ?? "");
  });
}

test("the protocol's sample page budget-allocator draws its chart, and answers what is chosen in it", async ({
  page,
  expectErrors,
}) => {
  expectErrors(/TrustedScript/);
  const inside = await showSample(page, "budget-allocator", "get-budget-data");
  const status = inside.locator("#status-bar");
  await expect(status).toContainText(/\$[1-9]/);
  const before = await status.textContent();
  const colours = await inside.locator("#budget-chart").evaluate((canvas: HTMLCanvasElement) => {
    const { data = [] } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
    return new Set(Array.from({ length: data.length / 4 }, (_, at) => data.slice(at * 4, at * 4 + 3).join())).size;
  });
  expect(colours).toBeGreaterThan(4);
  await inside.locator("#budget-selector").selectOption("500000");
  await expect(status).not.toHaveText(before ?? "");
  await page.screenshot({ path: "test-results/budget-page.png" });
});

test("a hostile page reaches nothing, not by WebRTC either, and does nothing that was not asked", async ({
  app,
  profile,
  expectErrors,
}) => {
  // The browser says of each thing that it has kept back.
  expectErrors(/./s);
  const stun = createSocket("udp4");
  let packets = 0;
  stun.on("message", () => {
    packets += 1;
  });
  await new Promise<void>((resolve) => stun.bind(0, "127.0.0.1", resolve));
  const { port } = stun.address();
  const url = await serve(() => createHostile(toHostilePage(canary, port))());
  const context = await profile.open();
  const page = await context.newPage();
  await showPage(page, url, "show", app.url);
  const out = page.frameLocator("[data-testid=app-frame] > iframe").locator("#out");
  const request = page.getByTestId("page-request");
  await expect(request).toContainText("is no tool of this server that you have allowed");
  await expect(request.getByRole("button", { name: "Allow once" })).toHaveCount(0);
  const read = async () => JSON.parse((await out.textContent()) ?? "{}");
  const expected = Object.fromEntries(Object.keys(TRIES).map((name) => [name, "refused"]));
  await expect.poll(async () => (await read()).results, { timeout: 10_000 }).toEqual(expected);
  await request.getByRole("button", { name: "Deny" }).click();
  await expect
    .poll(async () => (await read()).answers)
    .toEqual({
      "tool of another server": "refused",
      "file of the server": "refused",
      model: "refused",
      "words for the model": "refused",
      "script as a link": "refused",
      "second request": "refused",
    });
  await expect(request).toHaveCount(0);
  // It has led itself elsewhere, and arrived nowhere.
  await expect
    .poll(() => page.frames().some((frame) => frame.url().startsWith("chrome-error:")), { timeout: 25_000 })
    .toBe(true);
  expect(heard).toEqual([]);
  expect(packets).toBe(0);
  expect(calls).toHaveLength(2);
  expect(context.pages().filter((each) => each.url() !== "about:blank")).toHaveLength(1);
  expect(new URL(page.url()).hash).toMatch(/^#\/(chat\/|$)/);
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("");
  // The same words in a page without any of this are heard.
  await page.goto(`${canary}/plain`);
  await page.evaluate((address) => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: address }] });
    peer.createDataChannel("out");
    void peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  }, `stun:127.0.0.1:${port}`);
  await expect.poll(() => packets).toBeGreaterThan(0);
  stun.close();
});
