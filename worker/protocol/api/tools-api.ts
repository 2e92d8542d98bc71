import type { Result } from "../failure.ts";
import type { FileFault } from "../file-fault.ts";
import type { ConversationId } from "../ids.ts";
import type { JsonObject } from "../json.ts";
import type { McpPort, McpServerInfo, ServerAnswers, ServerRequest } from "../mcp.ts";
import type { SignInOutcome, SignInStep } from "../mcp-sign-in.ts";
import type { MemoryEdit } from "../memory.ts";
import type { EffectPreview } from "../run-event.ts";
import type { ToolFile } from "../settings.ts";
import type { ToolOutcome } from "../tool.ts";

/** How a call that the user made ended. */
export interface ManualCallEnd {
  readonly outcome: ToolOutcome;
  /** Its writes on this device, in order, even if it failed half-way. Absent if there are none. */
  readonly edits?: readonly MemoryEdit[];
}

/** A program's call, carried out like a model's, or its connection; and the user's look at the connections, or the end of one. */
export type OfferedStep =
  | { readonly type: "call"; readonly client: string; readonly name: string; readonly input: JsonObject }
  | { readonly type: "serve" | "drop"; readonly client: string }
  | { readonly type: "list" };

/** The names of the programs that are connected, and how a call ended. */
export interface OfferedAnswer {
  readonly clients: readonly string[];
  readonly outcome?: ToolOutcome;
}

/** The user's tools: calls without a model, the files that declare tools and skills, and servers of tools (MCP). */
export interface ToolsApi {
  /** The change that a call with these arguments would make; null if its tool has no preview. Changes nothing. */
  previewCall(name: string, input: JsonObject): Promise<EffectPreview | null>;
  /** Runs one tool without a model, with the same checks as a model's call; with the files of a conversation, if one is given. */
  runTool(name: string, input: JsonObject, conversationId?: ConversationId): Promise<ManualCallEnd>;
  /**
   * Stores manifests and `SKILL.md` files; a stored file of the same name is replaced. Files with faults are left out, and
   * their faults returned.
   */
  addToolFiles(files: readonly ToolFile[]): Promise<Result<readonly FileFault[]>>;
  /** Removes a file, by the name it is stored under. */
  removeToolFile(name: string): Promise<Result<null>>;
  listServers(): Promise<readonly McpServerInfo[]>;
  /**
   * Adds a server and connects to it; for `token` see `McpServerRecord`. One that cannot be reached is stored too, and
   * listed with the reason.
   */
  addServer(name: string, url: string, token?: string): Promise<Result<null>>;
  /** Connects to a server inside the page. Its tools are off until the user consents to them, like any server's. */
  addServerPort(name: string, port: McpPort): Promise<Result<null>>;
  removeServer(name: string): Promise<Result<null>>;
  /** Connects again, or requests the list of tools again. */
  refreshServer(name: string): Promise<Result<null>>;
  /** Consents to a server's tool as it was shown, identified by its pin; null withdraws the consent. */
  consentToTool(server: string, remoteName: string, pin: string | null): Promise<Result<null>>;
  /** Requests a prompt, the resources or one of them from a connected server. */
  askServer<Request extends ServerRequest>(
    server: string,
    request: Request,
  ): Promise<Result<ServerAnswers[Request["type"]]>>;
  /** Takes a step of another program in the page; `serve` gives the tools that the user offers to a client at the port's other end. */
  takeOffered(step: OfferedStep, port?: McpPort): Promise<Result<OfferedAnswer>>;
  /** Takes a step of the sign-in to a server, which asks for one in its `McpServerInfo`. */
  signIn(step: SignInStep): Promise<Result<SignInOutcome>>;
}
