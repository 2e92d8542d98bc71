import * as z from "zod/mini";
import { readPassages } from "../../agent/context/read-passages.ts";
import { defineTool } from "../../agent/define/define-tool.ts";
import { describeError } from "../../protocol/describe-error.ts";
import { cutLines } from "../documents/cut-lines.ts";
import { createHttpExecutor, type HttpDeps, toAllowedUrl } from "../manifest/http-executor.ts";
import { runUntrusted } from "../run-untrusted.ts";
import type { MainText } from "./read-main-text.ts";

/** Characters of the passages that a search in a page gives. */
const MAX_FOUND = 2400;
const TIMEOUT_MS = 15_000;
const MARKUP = /^\s*<(?:!|\?xml|html|head|body|meta|title|div|main|article|section|p|h[1-6])[\s>!-]*/i;

/**
 * Reads pages of the hosts that the user allowed, and of no other: an address elsewhere is refused before anybody is
 * asked about it, and a redirect is not followed. What a page says is text from outside.
 */
export function createReadPage(deps: HttpDeps) {
  const request = createHttpExecutor(deps);
  const origin = toExampleOrigin(deps.allowedHosts);
  return defineTool({
    name: "read_page",
    description: "Reads the main text of a web page, on a host that the user allowed.",
    effect: "sends",
    timeoutMs: TIMEOUT_MS * 2,
    input: z.object({
      url: z.string().check(
        z.describe("The page's address, beginning with https://"),
        z.refine((url) => toRefusal(url, deps.allowedHosts) === null, {
          error: ({ input }) => toRefusal(String(input), deps.allowedHosts) ?? "is refused",
        }),
      ),
      find: z._default(z.string().check(z.describe("Words to look for; without them the page from its beginning")), ""),
      start_line: z._default(z.int().check(z.minimum(1)), 1),
    }),
    examples: [
      { question: `What does ${origin}/ferries say?`, arguments: { url: `${origin}/ferries` } },
      {
        question: `When does the museum open? It is on ${origin}/visit`,
        arguments: { url: `${origin}/visit`, find: "museum open hours" },
      },
    ],
    preview: ({ url }) => {
      const { host, href } = new URL(url);
      return { title: host, before: null, after: `GET ${href}` };
    },
    run: ({ url, find, start_line: first }, { signal }) =>
      runUntrusted(async () => {
        const { status, text } = await request({ method: "GET", url, headers: {}, timeoutMs: TIMEOUT_MS, signal });
        if (status >= 400)
          throw new Error(`${new URL(url).hostname} answered ${status}: there is no such page for you.`);
        return toAnswer(await toText(text), url, find, first);
      }),
  });
}

/** One of the allowed hosts, so that a model sees an address that it may ask for. */
function toExampleOrigin(allowedHosts: readonly string[]): string {
  const host = allowedHosts.find((each) => each.startsWith("https://")) ?? "https://example.org";
  return host.replace("//*.", "//www.");
}

function toRefusal(url: string, allowedHosts: readonly string[]): string | null {
  try {
    toAllowedUrl(url, allowedHosts);
    return null;
  } catch (error) {
    return describeError(error);
  }
}

async function toText(text: string): Promise<MainText> {
  if (!MARKUP.test(text)) return { title: "", text };
  // Loaded with the first page.
  const { readMainText } = await import("./read-main-text.ts");
  return readMainText(text);
}

function toAnswer({ title, text }: MainText, url: string, find: string, first: number): string {
  const name = title === "" ? url : `${title} (${url})`;
  if (text.trim() === "") return `${name} has no text of its own: it may be made by scripts, which are not run.`;
  if (find.trim() === "") return `${name}${cutLines(text, first)}`;
  const files = [{ name: url, mediaType: "text/markdown", text }];
  const found = readPassages({ asked: find, files, maxCharacters: MAX_FOUND, samples: false });
  return found?.text ?? `Nothing on this page has these words. It begins so: ${name}${cutLines(text, 1)}`;
}
