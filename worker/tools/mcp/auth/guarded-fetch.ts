import type { FetchLike } from "@modelcontextprotocol/client";
import { readBounded } from "../../manifest/http-executor.ts";
import { SignInRefused } from "./judge-sign-in.ts";

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 65_536;

/**
 * The requests of a sign-in: to one origin, without redirects and cookies. Of an answer that reports an error only its
 * code is passed on, because such an answer may repeat what it was sent, and errors are shown and logged.
 */
export function createGuardedFetch(origin: string, send: typeof fetch): FetchLike {
  return async (address, init) => {
    const url = new URL(address);
    if (url.origin !== origin) throw new SignInRefused("elsewhere", url.host);
    const response = await send(url, {
      ...init,
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { status, type } = response;
    if (type === "opaqueredirect" || (status >= 300 && status < 400)) throw new SignInRefused("elsewhere", url.host);
    const text = await readBounded(response, url.host, MAX_BYTES);
    const headers = { "content-type": "application/json" };
    if (response.ok) return new Response(text, { headers });
    const [, error = "server_error"] = /"error"\s*:\s*"([a-z_]{1,64})"/.exec(text) ?? [];
    return new Response(JSON.stringify({ error }), { status, headers });
  };
}
