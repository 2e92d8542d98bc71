import type { SealingKey } from "./encryption/sealed-format.ts";
import type { ModelId } from "./ids.ts";
import type { McpServerRecord } from "./mcp.ts";
import type { FormatId, PolicyId, SamplingSettings } from "./model.ts";
import type { Project, ProjectId } from "./project.ts";
import type { Budget } from "./run-event.ts";
import type { ToolSpec } from "./tool.ts";
import type { WaitingQuestion } from "./waiting.ts";

/** A user's lasting permission for a tool in a skill. */
export interface Grant {
  readonly tool: string;
  readonly skill: string;
  /** Hash of the tool's definition when it was allowed: the permission ends when the definition changes. */
  readonly pin: string;
  /** When it was given, milliseconds since the epoch; absent in permissions from before this was kept. */
  readonly givenAt?: number;
}

/** A tool, a skill or a flow that the user dropped in as a file. */
export interface ToolFile {
  /** `<tool>.clad.toml`, `<skill>/SKILL.md`, or `<flow>.flow.toml`: the name under which it is replaced and removed. */
  readonly name: string;
  readonly text: string;
}

/** A text of the user's to ask with, which a slash and its name bring; its blanks, `{{name}}`, are its parameters. */
export interface SavedPrompt extends Pick<ToolSpec, "name" | "description" | "parameters"> {
  readonly text: string;
  /** Offered in this project alone. */
  readonly project?: ProjectId;
  /** Words of it came from a file, or were pasted. */
  readonly foreign?: boolean;
}

/** The user's settings, stored as one record. */
export interface Settings {
  readonly theme: "auto" | "light" | "dark";
  readonly language: string;
  readonly fontScale: number;
  readonly sendKey: "enter" | "mod-enter";
  readonly systemPrompt: string;
  readonly sampling: SamplingSettings;
  readonly maxTurns: number;
  /** Further limits of an answer; absent ones are the agent's. */
  readonly budget?: Partial<Pick<Budget, "maxTotalMs" | "maxTokens" | "toolTimeoutMs">>;
  /** Whether models that can reason first do so. A question may say otherwise. */
  readonly thinking: boolean;
  readonly memoryEnabled: boolean;
  /** Whether the app's exact skills answer what they wholly understand, before the model is asked. */
  readonly answerWithoutModel: boolean;
  /** Whether the page shows what only developers need; absent for only where a script plays the model. */
  readonly developer?: boolean;
  /** The model loaded at start; empty for the recommended one. */
  readonly modelId: string;
  /** The file of the embedding model that finds notes by meaning; empty until there is one, "none" where none is wanted. */
  readonly embeddingModel: string;
  /** The engine to use, or `auto` for the one the device suits. */
  readonly engine: "auto" | "webllm" | "wllama" | "scripted" | "remote";
  /** The dialect that the user chose for a model, in place of the recognised one. */
  readonly formats?: Readonly<Record<ModelId, FormatId>>;
  /** The policy that the user chose for a model; counts before the catalog and the trial. */
  readonly policies?: Readonly<Record<ModelId, PolicyId>>;
  /** Sampling for one model, before `sampling`, which holds for all. */
  readonly samplings?: Readonly<Record<ModelId, SamplingSettings>>;
  /** The context windows that the user set, in tokens, by model; others are as long as the device has room for. */
  readonly contexts?: Readonly<Record<ModelId, number>>;
  /** The skill that answers by default. */
  readonly skill: string;
  /** Names of tools that the user has switched off: no skill may call them. */
  readonly toolsOff?: readonly string[];
  /** Names of tools that other programs in the page may call; none where absent. */
  readonly offeredTools?: readonly string[];
  /** Tools that may run without asking; revoked by taking them out. */
  readonly grants: readonly Grant[];
  /** Servers of tools, with what the user has consented to. */
  readonly mcpServers: readonly McpServerRecord[];
  /** Values of the secrets that manifests name, by `toSecretKey`. In no export; only the worker reads them, for requests. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** A backup is written once a day; the key seals it, null leaves it readable as the user wanted. In no export. */
  readonly backup?: { readonly key: SealingKey | null } | null;
  /** Hosts, addresses and ranges that a tool's arguments may name, by the tool's name; without an entry, any. */
  readonly scopes?: Readonly<Record<string, readonly string[]>>;
  /** Tools and skills of the user's. */
  readonly toolFiles: readonly ToolFile[];
  /** The projects of which more than a name is known. */
  readonly projects: readonly Project[];
  /** By their names. */
  readonly prompts: readonly SavedPrompt[];
  readonly waiting: readonly WaitingQuestion[];
}

export const DEFAULT_SETTINGS: Settings = {
  theme: "auto",
  language: "auto",
  fontScale: 1,
  sendKey: "enter",
  systemPrompt: "",
  sampling: {},
  maxTurns: 8,
  thinking: true,
  memoryEnabled: true,
  answerWithoutModel: true,
  modelId: "",
  embeddingModel: "",
  engine: "auto",
  skill: "assistant",
  grants: [],
  mcpServers: [],
  toolFiles: [],
  projects: [],
  prompts: [],
  waiting: [],
};
