import { describeError } from "../../protocol/describe-error.ts";
import { type Failure, failed, type Result } from "../../protocol/failure.ts";
import { isJsonObject, type JsonObject, parseJsonObject } from "../../protocol/json.ts";
import type { RemoteServer } from "../../protocol/remote-server.ts";

/** A request to a server: a POST with a body, else a GET. */
export interface ServerCall {
  /** Relative to the server's address, with a leading slash. */
  readonly path: string;
  readonly body?: JsonObject;
}

/** The connection to a server: every fault of it is a failure with a code. */
export type ServerLink = ReturnType<typeof createServerLink>;

/** At most so many characters of a server's own message go into a failure. */
const DETAIL_LENGTH = 500;

/** Connects to a server over HTTP; `origin` is the page's own, which the server must allow. */
export function createServerLink(server: RemoteServer, fetch: typeof globalThis.fetch, origin: string) {
  /** Returns the response once the server has accepted the call. */
  const open = async ({ path, body }: ServerCall, signal: AbortSignal): Promise<Result<Response>> => {
    const url = `${server.url}${path}`;
    try {
      const response = await fetch(url, {
        signal,
        credentials: "omit",
        referrerPolicy: "no-referrer",
        cache: "no-store",
        redirect: "error",
        headers: {
          ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          ...(server.apiKey === undefined ? {} : { Authorization: `Bearer ${server.apiKey}` }),
        },
        ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      });
      if (response.ok) return { ok: true, value: response };
      const words = hideKey(await response.text().catch(() => ""), server.apiKey);
      return { ok: false, failure: toStatusFailure(response.status, url, words) };
    } catch (error) {
      if (signal.aborted) return failed("cancelled");
      // To a page, an absent server and one that rejects its origin look the same.
      return failed(
        "remote-unreachable",
        `${url}: ${describeError(error)}. The server must allow the origin ${origin}.`,
      );
    }
  };
  return {
    open,
    /** Returns the whole response as a JSON object. */
    ask: async (call: ServerCall, signal: AbortSignal): Promise<Result<JsonObject>> => {
      const opened = await open(call, signal);
      if (!opened.ok) return opened;
      try {
        const value: unknown = await opened.value.json();
        if (isJsonObject(value)) return { ok: true, value };
      } catch (error) {
        if (signal.aborted) return failed("cancelled");
        return toUnreadable(`${server.url}${call.path}`, describeError(error));
      }
      return toUnreadable(`${server.url}${call.path}`, "not a JSON object");
    },
  };
}

/** Recognises the cause of an error response, also by its message: servers use different codes for the same cause. */
function toStatusFailure(status: number, url: string, words: string): Failure {
  const detail = `${url} answered ${status}: ${toErrorText(words)}`;
  if (status === 401 || status === 403) return { code: "remote-refused", detail };
  if (isContextFault(words)) return { code: "context-full", detail };
  if (status === 404) return { code: "remote-model-missing", detail };
  if (status === 400 && /grammar|structured|structural|schema|format|samplers/i.test(words)) {
    return { code: "grammar-rejected", detail };
  }
  return { code: "remote-broken", detail };
}

/** A server may repeat the key that it refuses; what it says is shown, logged and exported. */
export function hideKey(words: string, key: string | undefined): string {
  return key === undefined || key === "" ? words : words.replaceAll(key, "[key]");
}

/** An error within a stream, by the server's message. */
export function toServerFault(detail: string): Failure {
  return { code: isContextFault(detail) ? "context-full" : "remote-broken", detail };
}

/** Whether a server's message says that the prompt is too long. */
function isContextFault(words: string): boolean {
  return /exceed\w* (?:the )?(?:available |maximum )?context|context (?:length|size|window)|maximum context/i.test(
    words,
  );
}

/** The message inside an error's JSON (`{error: {message}}` or `{error}`), else the text itself. */
function toErrorText(words: string): string {
  const { error } = parseJsonObject(words) ?? {};
  const message = isJsonObject(error) ? error.message : error;
  return (typeof message === "string" ? message : words.trim()).slice(0, DETAIL_LENGTH);
}

function toUnreadable(url: string, reason: string): Result<never> {
  return failed("remote-broken", `${url} gave an answer that is no JSON (${reason})`);
}
