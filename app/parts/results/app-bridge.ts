import { toBoundedObject } from "../../../worker/protocol/bounded-json.ts";
import { toCallResult } from "../../../worker/protocol/call-result.ts";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../../worker/protocol/json.ts";
import type { ToolOutcome } from "../../../worker/protocol/tool.ts";

/** A request of a server's page, which the user decides about. */
export type PageRequest =
  | { readonly type: "call"; readonly name: string; readonly input: JsonObject }
  | { readonly type: "link"; readonly url: string }
  | { readonly type: "message"; readonly text: string };

interface AppBridgeDeps {
  post(message: JsonObject): void;
  /** Asks the user and does what they agreed to; null where they did not. */
  ask(request: PageRequest): Promise<JsonObject | null>;
  resize(height: number): void;
  /** The page wants to be gone, or does more than a page should. */
  end(): void;
  /** The look around the page: its theme and language. */
  readContext(): JsonObject;
  readonly input: JsonObject;
  readonly outcome: ToolOutcome;
}

const VERSION = "2026-01-26";
const MAX_MESSAGES = 2_000;
const MAX_REQUESTS = 20;
const MAX_TEXT = 20_000;
/** The protocol's code for a request that is refused. */
const REFUSED = { code: -32602, message: "This is not offered to pages, or cannot be read." };

/**
 * The host's side of MCP Apps (`io.modelcontextprotocol/ui`) for one page: it is told the call that it belongs to and its
 * result, and nothing else; all that it requests is asked. `receive` takes whatever it posts.
 */
export function createAppBridge(deps: AppBridgeDeps) {
  let messages = 0;
  let requests = 0;
  let isAsking = false;
  const tell = (method: string, params: JsonObject): void => deps.post({ jsonrpc: "2.0", method, params });

  async function request(wanted: PageRequest): Promise<JsonObject> {
    requests += 1;
    if (isAsking || requests > MAX_REQUESTS) return { isError: true };
    isAsking = true;
    try {
      return (await deps.ask(wanted)) ?? { isError: true };
    } finally {
      isAsking = false;
    }
  }

  /** Null for a request that is refused. */
  async function answer(method: string, params: JsonObject): Promise<JsonObject | null> {
    switch (method) {
      case "ui/initialize":
        return {
          protocolVersion: VERSION,
          hostInfo: { name: "alcove", version: "1" },
          hostCapabilities: { openLinks: {}, serverTools: {}, message: { text: {} } },
          hostContext: deps.readContext(),
        };
      case "ping":
        return {};
      case "ui/request-display-mode":
        return { mode: "inline" };
      case "ui/open-link": {
        const url = toSafeUrl(params.url);
        return url === null ? null : request({ type: "link", url });
      }
      case "ui/message": {
        const text = toMessageText(params.content);
        return text === null ? null : request({ type: "message", text });
      }
      case "tools/call": {
        const { name, arguments: input = {} } = params;
        if (typeof name !== "string" || !isJsonObject(input)) return null;
        return { content: [], ...(await request({ type: "call", name, input })) };
      }
      default:
        return null;
    }
  }

  function hear(method: string, params: JsonObject): void {
    if (method === "ui/notifications/size-changed" && typeof params.height === "number") deps.resize(params.height);
    if (method === "ui/notifications/request-teardown") deps.end();
    if (method !== "ui/notifications/initialized") return;
    tell("ui/notifications/tool-input", { arguments: deps.input });
    tell("ui/notifications/tool-result", { ...toCallResult(deps.outcome) });
  }

  return {
    receive(data: unknown): void {
      messages += 1;
      const message = messages > MAX_MESSAGES ? null : toBoundedObject(data);
      if (messages === MAX_MESSAGES + 1) deps.end();
      if (message?.jsonrpc !== "2.0" || typeof message.method !== "string") return;
      const params = isJsonObject(message.params) ? message.params : {};
      const { id } = message;
      if (id === undefined) hear(message.method, params);
      if (typeof id !== "string" && typeof id !== "number") return;
      void answer(message.method, params).then((result) =>
        deps.post({ jsonrpc: "2.0", id, ...(result ? { result } : { error: REFUSED }) }),
      );
    },
    changeContext: () => tell("ui/notifications/host-context-changed", deps.readContext()),
  };
}

/** The address if it can be opened; null if it is not https, or holds a name and password. */
function toSafeUrl(url: JsonValue | undefined): string | null {
  const parsed = typeof url === "string" && URL.canParse(url) ? new URL(url) : null;
  return parsed?.protocol === "https:" && parsed.username === "" && parsed.password === "" ? parsed.href : null;
}

function toMessageText(content: JsonValue | undefined): string | null {
  const blocks = isJsonArray(content) ? content.filter(isJsonObject) : [];
  const text = blocks.map((block) => (typeof block.text === "string" ? block.text : "")).join("\n\n");
  return text.trim() === "" || text.length > MAX_TEXT ? null : text;
}
