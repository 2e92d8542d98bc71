import { describe, expect, it, vi } from "vitest";
import { OutsideError } from "../../agent/define/tool.ts";
import { describeToolContract, runTool, toContext } from "../tool.contract.ts";
import { createReadPage } from "./read-page.ts";

const PAGE = `<html><head><title>Museum</title></head><body><article>${"<p>The museum shows ships, sails and anchors of three centuries, and more than a hundred models, one of them of gold.</p>".repeat(30)}<p>Opening hours: Tuesday to Sunday, 10 to 18.</p></article></body></html>`;

function open(answer: () => Response, allowedHosts: readonly string[] = ["https://example.org"]) {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => answer());
  return { fetch, tool: createReadPage({ fetch: fetch as never, allowedHosts }) };
}

function toText(output: unknown): string {
  const { content, untrusted } = output as { content: { text: string }[]; untrusted: boolean };
  expect(untrusted).toBe(true);
  return content[0]?.text ?? "";
}

describeToolContract(open(() => new Response(PAGE)).tool);

describe("read_page", () => {
  it("gives the page from its beginning, so much as a small model reads, marked as from outside", async () => {
    const { tool, fetch } = open(() => new Response(PAGE));
    const text = toText(await runTool(tool, { url: "https://example.org/visit" }));
    expect(text).toMatch(
      /^Museum \(https:\/\/example\.org\/visit\) \(lines 1 to \d+ of \d+; go on with start_line \d+\):\n/,
    );
    expect(text.length).toBeLessThan(3_200);
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ credentials: "omit", redirect: "manual", method: "GET" });
  });

  it("gives the passages with the words that are looked for", async () => {
    const { tool } = open(() => new Response(PAGE));
    const text = toText(await runTool(tool, { url: "https://example.org/visit", find: "opening hours" }));
    expect(text).toContain("Tuesday to Sunday, 10 to 18");
    const none = toText(await runTool(tool, { url: "https://example.org/visit", find: "crocodile" }));
    expect(none).toMatch(/^Nothing on this page has these words\. It begins so: Museum/);
  });

  it("reads a text that is no web page as it is, and says so of a page without text", async () => {
    expect(
      toText(await runTool(open(() => new Response("1 < 2 and <3")).tool, { url: "https://example.org/a.txt" })),
    ).toBe("https://example.org/a.txt:\n1 < 2 and <3");
    const empty = open(() => new Response("<html><body><script>draw()</script></body></html>")).tool;
    expect(toText(await runTool(empty, { url: "https://example.org/" }))).toContain("made by scripts");
  });

  it.each([
    "https://elsewhere.org/a",
    "https://example.org.evil.test/",
    "https://example.org@evil.example/",
    "https://evil.example/https://example.org/",
    "https://sub.example.org/",
    "https://example.org:8443/",
    "http://example.org/",
    "https://127.0.0.1/",
    "https://localhost/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "example.org",
  ])("refuses %s before anybody is asked, and sends nothing", (url) => {
    const { tool, fetch } = open(() => new Response(PAGE));
    const checked = tool.check({ url });
    expect(checked).toMatchObject({ ok: false, problems: [{ path: "/url" }] });
    expect(fetch).not.toHaveBeenCalled();
  });

  it("asks before it sends, and shows the whole address", async () => {
    const { tool } = open(() => new Response(PAGE));
    expect(tool.spec.effect).toBe("sends");
    const checked = tool.check({ url: "https://example.org/a?note=secret" });
    if (!checked.ok) throw new Error("refused");
    expect(await tool.preview?.(checked.input, toContext({}))).toEqual({
      title: "example.org",
      before: null,
      after: "GET https://example.org/a?note=secret",
    });
  });

  it.each([
    [
      "a redirect",
      () => new Response(null, { status: 302, headers: { Location: "https://evil.example/" } }),
      /redirects/,
    ],
    ["a missing page", () => new Response("no", { status: 404 }), /answered 404/],
    ["more than a megabyte", () => new Response("a".repeat(1_100_000)), /larger than 1 MiB/],
  ])("fails with a sentence from outside for %s", async (_, answer, message) => {
    const { tool, fetch } = open(answer);
    const failed = await Promise.resolve(runTool(tool, { url: "https://example.org/a" })).catch(
      (error: unknown) => error,
    );
    expect(failed).toBeInstanceOf(OutsideError);
    expect(String(failed)).toMatch(message);
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
