import { isSpecType, type JSONRPCMessage, type Transport } from "@modelcontextprotocol/client";
import { toBoundedJson } from "../../protocol/bounded-json.ts";
import { toFields } from "../../protocol/json.ts";
import type { McpPort } from "../../protocol/mcp.ts";

/** MCP over a `MessagePort`, for a server in the same page: one message each way is one JSON-RPC message. */
export class MessagePortTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #port: McpPort;
  #closed = false;

  constructor(port: McpPort) {
    this.#port = port;
  }

  async start(): Promise<void> {
    this.#port.addEventListener("message", ({ data }) => this.#receive(data));
    this.#port.addEventListener("messageerror", () => this.onerror?.(new Error("A message could not be read.")));
    this.#port.addEventListener("close", () => this.#end());
    this.#port.start();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) throw new Error("The connection is closed.");
    this.#port.postMessage(message);
  }

  async close(): Promise<void> {
    this.#port.close();
    this.#end();
  }

  #receive(data: unknown): void {
    const bounded = toBoundedJson(data);
    if (this.#closed) return;
    if (bounded.ok && isSpecType.JSONRPCMessage(bounded.value)) this.onmessage?.(bounded.value);
    else {
      this.onerror?.(new Error("A message was no JSON-RPC message and was dropped."));
      // Whoever waits for the answer learns why there is none.
      const { id, method } = toFields(data);
      if (typeof id !== "number") return;
      const what = method === undefined ? "the server's answer" : "the request";
      const message = `${what} is refused: ${bounded.ok ? "it is no JSON-RPC message" : bounded.reason}`;
      const fault = { jsonrpc: "2.0" as const, id, error: { code: -32603, message } };
      if (method === undefined) this.onmessage?.(fault);
      else this.#port.postMessage(fault);
    }
  }

  #end(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.onclose?.();
  }
}
