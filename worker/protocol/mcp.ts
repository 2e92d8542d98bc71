import type { JsonObject, JsonSchema } from "./json.ts";
import type { McpSignInInfo } from "./mcp-sign-in.ts";
import type { ToolSpec } from "./tool.ts";

/** A server of tools (Model Context Protocol) that the user has added, as it is stored. */
export interface McpServerRecord {
  /** The first part of its tools' names: small letters, digits and hyphens, at most 30. */
  readonly name: string;
  /** Streamable HTTP endpoint: https, or http on this device. `IN_PAGE_URL` for a server inside the page. */
  readonly url: string;
  /** The user's consents: the server's tool name, and the SHA-256 of the description that was consented to. */
  readonly consents: Readonly<Record<string, string>>;
  /** A bearer token, or `Name: value` for another header; absent where the server asks for none. */
  readonly token?: string;
}

/** The address of a server inside the page, which registers itself at every visit. */
export const IN_PAGE_URL = "page:";

/** The part of a `MessagePort` that carries a server inside the page: one message each way is one JSON-RPC message. */
export interface McpPort {
  postMessage(message: unknown): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: "messageerror" | "close", listener: () => void): void;
  start(): void;
  close(): void;
}

/** A server as the page shows it. */
export interface McpServerInfo {
  readonly name: string;
  readonly url: string;
  readonly state: "connecting" | "connected" | "failed";
  /** Why it is not connected: nothing answered, the key is wrong, it asks for a sign-in, or what `detail` says. */
  readonly fault?: "unreachable" | "key" | "sign-in" | "not-offered" | "other";
  readonly detail?: string;
  /** Absent where it has never asked for one. */
  readonly signIn?: McpSignInInfo;
  readonly tools: readonly McpToolInfo[];
  /** Its prompts as what the user types after a slash, `server:prompt`. */
  readonly prompts: readonly ToolSpec[];
  readonly hasResources: boolean;
  /** Addresses of resources that were attached and have changed since. */
  readonly changed: readonly string[];
  /** Its open questions to the user. */
  readonly questions: readonly ServerQuestion[];
  /** How far its running calls are, by the tools' whole names, where the server says. */
  readonly progress: Readonly<Record<string, CallProgress>>;
}

/** How far a call is. */
export interface CallProgress {
  readonly done: number;
  readonly total?: number;
  readonly message?: string;
}

/** A server's question to the user while one of its tools runs. All texts are the server's. */
export type ServerQuestion = {
  readonly id: string;
  /** The whole name of the tool that waits. */
  readonly tool: string;
  readonly message: string;
} & (
  | { readonly type: "form"; readonly schema: JsonSchema }
  | { readonly type: "link"; readonly url: string }
  /** Wants the model of this device to answer `message`; with `answer`, it has, and nothing was sent yet. */
  | { readonly type: "sample"; readonly state: "asked" | "running" | "answered"; readonly answer: string }
  /** Cannot be agreed to: it asks for a secret, leads to an unsafe address, or cannot be read. */
  | { readonly type: "refused"; readonly reason: "secret" | "address" | "unreadable" }
);

/** The user's answer. `sample` has the model write one, which is shown before it is accepted. */
export type QuestionAnswer =
  | { readonly type: "accept"; readonly content?: JsonObject }
  | { readonly type: "decline" | "cancel" | "sample" };

/** Divides a server's name from its prompt's in a command; no tool's name has it. */
export const PROMPT_MARK = ":";

/** The user's requests to a server beside calls of its tools. */
export type ServerRequest =
  /** By the name that the command has. */
  | { readonly type: "prompt"; readonly name: string; readonly input: JsonObject }
  | { readonly type: "resources" }
  | { readonly type: "answer"; readonly id: string; readonly answer: QuestionAnswer }
  /** Values for a field of a prompt, by its command, or of a template; `fields` are typed so far, this one among them. */
  | { readonly type: "complete"; readonly of: string; readonly field: string; readonly fields: JsonObject }
  /** An address, or a template of one with the values of its fields. */
  | { readonly type: "resource"; readonly uri: string; readonly fields?: JsonObject };

/** A server's answers, all of them text from outside. */
export interface ServerAnswers {
  readonly prompt: { readonly text: string; readonly files: readonly ServerFile[] };
  readonly answer: null;
  readonly complete: readonly string[];
  readonly resources: readonly ServerResource[];
  readonly resource: readonly ServerFile[];
}

/** A resource that a server lists; with `fields`, the template of many. */
export interface ServerResource {
  readonly uri: string;
  readonly title: string;
  readonly description: string;
  /** Bytes, where the server says. */
  readonly size?: number;
  readonly fields?: readonly string[];
}

/** Contents of a server's resource, to be read like any picked file. */
export interface ServerFile extends ResourcePlace {
  readonly name: string;
  readonly mediaType: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

/** The resource that a file was read from. */
export interface ResourcePlace {
  readonly server: string;
  readonly uri: string;
}

/** A tool that a server offers. Only one that is `on` can be called. */
export type McpToolInfo =
  | {
      /** `new`: never consented to. `changed`: not what was consented to, and off until it is consented to again. */
      readonly status: "on" | "new" | "changed";
      /** The server's own name for it. */
      readonly remoteName: string;
      /** Passed back with the consent, which then holds for this description only. */
      readonly pin: string;
      readonly spec: ToolSpec;
      /** The address of the server's page for its results (MCP Apps). */
      readonly page?: string;
    }
  | { readonly status: "refused"; readonly remoteName: string; readonly reason: string };
