import { isOrigin } from "../../protocol/is-origin.ts";
import { isPrivateHost } from "./network-address.ts";

/** A request as a manifest asks for it. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The response. */
export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

/** Sends a request, or rejects with a sentence for the model. */
export type HttpExecutor = (request: HttpRequest) => Promise<HttpAnswer>;

/** Dependencies of the executor. */
export interface HttpDeps {
  readonly fetch: typeof fetch;
  /** Origins the user has allowed, such as `https://api.example` or `https://*.example.org`; none switches HTTP off. */
  readonly allowedHosts: readonly string[];
}

const MAX_BYTES = 1024 * 1024;
const MAX_TIMEOUT_MS = 15_000;

/**
 * The only network access of a manifest: https to hosts that the user listed, never to this device or its network,
 * without cookies or referrer, at most 1 MiB and 15 s. Redirects are refused, because a page cannot see their target
 * before following them.
 */
export function createHttpExecutor({ fetch: send, allowedHosts }: HttpDeps): HttpExecutor {
  return async (request) => {
    const url = toAllowedUrl(request.url, allowedHosts);
    const timeoutMs = Math.min(request.timeoutMs, MAX_TIMEOUT_MS);
    const late = AbortSignal.timeout(timeoutMs);
    try {
      const response = await send(url.href, {
        method: request.method,
        headers: request.headers,
        ...(request.body === undefined ? {} : { body: request.body }),
        credentials: "omit",
        referrerPolicy: "no-referrer",
        redirect: "manual",
        cache: "no-store",
        signal: AbortSignal.any([request.signal, late]),
      });
      if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
        throw new Error(`${url.hostname} redirects to another address, which is not followed.`);
      }
      return { status: response.status, text: await readBounded(response, url.hostname) };
    } catch (error) {
      if (request.signal.aborted) throw new Error("The request was stopped.");
      if (late.aborted) throw new Error(`${url.hostname} did not answer within ${timeoutMs / 1000} s.`);
      if (error instanceof TypeError) {
        throw new Error(`${url.hostname} cannot be reached: there is no connection, or it does not admit this page.`);
      }
      throw error;
    }
  };
}

/** The address, if it lies on a host that the user allowed. Throws a sentence for the model otherwise. */
export function toAllowedUrl(text: string, allowedHosts: readonly string[]): URL {
  if (!URL.canParse(text)) throw new Error("The address is not a URL.");
  const url = new URL(text);
  if (url.protocol !== "https:") throw new Error("Only https addresses are allowed.");
  if (url.username !== "" || url.password !== "")
    throw new Error("The address must not carry a user name or password.");
  if (isPrivateHost(url.hostname)) throw new Error(`${url.hostname} lies on this device or its network: refused.`);
  if (allowedHosts.length === 0) throw new Error("HTTP tools are switched off: no host is allowed in the settings.");
  if (!allowedHosts.some((host) => isOrigin(url.origin, host))) {
    throw new Error(`${url.host} is not among the hosts allowed in the settings.`);
  }
  return url;
}

/** The text of an answer; rejects where it is longer, and reads no further. */
export async function readBounded(response: Response, host: string, maxBytes = MAX_BYTES): Promise<string> {
  const tooLarge = (): Error => new Error(`The answer of ${host} is larger than ${maxBytes / MAX_BYTES} MiB.`);
  if (Number(response.headers.get("content-length") ?? 0) > maxBytes) {
    await response.body?.cancel();
    throw tooLarge();
  }
  const reader = response.body?.getReader();
  if (reader === undefined) return "";
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw tooLarge();
    }
    text += decoder.decode(value, { stream: true });
  }
}
