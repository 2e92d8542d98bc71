import type { Reading } from "../../protocol/file-fault.ts";
import type { JsonObject, JsonSchema } from "../../protocol/json.ts";
import { TOOL_NAME_PATTERN } from "../../protocol/tool.ts";
import { compileObjectSchema } from "../schema/from-json-schema.ts";
import type { Section } from "../toml/read-section.ts";
import { readToml } from "../toml/read-toml.ts";
import { ARGUMENT_TYPES, type ArgumentDefinition, listConstraints } from "./argument-type.ts";
import { type CustomType, readArguments } from "./read-arguments.ts";
import { findPlaceholders } from "./template.ts";

/** A ToolClad manifest (`*.clad.toml`) as far as a browser can execute it. */
export interface Manifest {
  readonly file: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly timeoutMs: number;
  readonly riskTier: "low" | "medium" | "high";
  readonly humanApproval: boolean;
  readonly arguments: readonly ArgumentDefinition[];
  readonly backend: ManifestBackend;
  readonly output: ManifestOutput;
}

/** The backend that executes the tool. */
export type ManifestBackend = HttpBackend | JavaScriptBackend | McpBackend;

export interface HttpBackend {
  readonly type: "http";
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
  /** With `{argument}` and `{_secret:name}` placeholders after the host. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyTemplate?: string;
  readonly successStatus: readonly number[];
  readonly errorStatus: readonly number[];
}

export interface JavaScriptBackend {
  readonly type: "javascript";
  /** Body of a function of `input`; what it returns is the result. */
  readonly source: string;
}

export interface McpBackend {
  readonly type: "mcp";
  readonly server: string;
  readonly tool: string;
  /** Our argument's name to the server's. */
  readonly fieldMap: Readonly<Record<string, string>>;
}

/** The format of the result before the model reads it. */
export interface ManifestOutput {
  readonly format: "text" | "json" | "jsonl";
  /** Schema of the parsed result; text becomes `{ raw_output }`, lines of JSON `{ items }`. */
  readonly schema: JsonSchema;
}

/** Reads a manifest and lists every fault with its line. Nothing of it runs. */
export function readManifest(
  text: string,
  file: string,
  customTypes: ReadonlyMap<string, CustomType> = new Map(),
): Reading<Manifest> {
  return readToml(text, file, (root, report) => {
    const tool = root.requiredSection("tool");
    const identity = readTool(tool);
    const args = readArguments(root.section("args"), customTypes, report);
    const backend = readBackend(root, tool, args);
    const output = root.read("output", readOutput) ?? { format: "text", schema: {} };
    root.reportUnknown();
    return backend === undefined ? undefined : { file, ...identity, arguments: args, backend, output };
  });
}

/** Reads the `[types.*]` of a project's `toolclad.toml`. */
export function readCustomTypes(text: string, file: string): Reading<ReadonlyMap<string, CustomType>> {
  return readToml(text, file, (root) => {
    const types = new Map<string, CustomType>();
    for (const [name, section] of root.section("types")?.sections() ?? []) {
      const base = section.choice("base", ARGUMENT_TYPES);
      if (base === undefined) {
        if (!section.has("base")) section.fault(undefined, `types.${name}.base is missing`);
        continue;
      }
      if (ARGUMENT_TYPES.some((type) => type === name)) section.fault(undefined, `'${name}' is a built-in type`);
      const constraints: Record<string, JsonObject[string]> = {};
      for (const key of listConstraints(base)) {
        const value = section.value(key);
        if (value !== undefined) constraints[key] = value;
      }
      section.reportUnknown();
      types.set(name, { base, constraints });
    }
    root.reportUnknown();
    return types;
  });
}

function readTool(tool: Section): Omit<Manifest, "file" | "arguments" | "backend" | "output"> {
  const name = tool.requiredText("name");
  if (name !== "" && !TOOL_NAME_PATTERN.test(name)) {
    tool.fault("name", `'${name}' is no tool name: 1 to 128 letters, digits, '_', '-' or '.'`);
  }
  const description = tool.requiredText("description");
  if (description.length > 500) tool.fault("description", "the description has more than 500 characters");
  const seconds = tool.integer("timeout_seconds") ?? 60;
  if (seconds < 1 || seconds > 3600) tool.fault("timeout_seconds", "timeout_seconds must be from 1 to 3600");
  const identity = {
    name,
    description,
    version: tool.text("version") ?? "1",
    timeoutMs: seconds * 1000,
    riskTier: tool.choice("risk_tier", ["low", "medium", "high"]) ?? "low",
    humanApproval: tool.boolean("human_approval") ?? false,
  } as const;
  const mode = tool.choice("mode", ["oneshot", "session", "browser"]);
  if (mode === "session") tool.fault("mode", "a session drives a command line, which cannot exist in a browser");
  if (mode === "browser") tool.fault("mode", "mode browser drives another browser, which a page cannot do");
  // The agent itself has policies and evidence for every tool.
  tool.object("cedar");
  tool.object("evidence");
  tool.object("scope");
  // Checked with the backend.
  tool.text("binary");
  tool.reportUnknown();
  return identity;
}

function readBackend(root: Section, tool: Section, args: readonly ArgumentDefinition[]): ManifestBackend | undefined {
  const command = root.section("command");
  const binary = tool.text("binary");
  if (command !== undefined) {
    const line = command.text("template") ?? command.text("executor") ?? binary ?? "";
    root.fault("command", `the command line '${line}' cannot run in a browser; use [http], [javascript] or [mcp]`);
  } else if (binary !== undefined) {
    tool.fault("binary", `the program '${binary}' cannot run in a browser; use [http], [javascript] or [mcp]`);
  }
  for (const section of ["session", "browser"]) {
    if (root.object(section) !== undefined) root.fault(section, `[${section}] cannot exist in a browser`);
  }
  const backends = [
    root.read("http", (http) => readHttp(http, args)),
    root.read("javascript", (script) => ({ type: "javascript", source: script.requiredText("source") }) as const),
    root.read("mcp", (mcp) => readMcp(mcp, args)),
  ].filter((backend) => backend !== undefined);
  if (backends.length > 1) root.fault("javascript", "there is more than one of [http], [javascript] and [mcp]");
  if (backends.length === 0 && command === undefined && binary === undefined) {
    root.fault(undefined, "nothing carries the tool out: [http], [javascript] or [mcp] is missing");
  }
  return backends[0];
}

function readHttp(http: Section, args: readonly ArgumentDefinition[]): HttpBackend {
  const url = http.requiredText("url");
  const host = /^https:\/\/([^/?#]*)/.exec(url)?.[1];
  if (url !== "" && host === undefined)
    http.fault(
      "url",
      "the url must start with https://; a program on this device is reached as an MCP server (Tools, Add server)",
    );
  if (host !== undefined && !/^[A-Za-z0-9.-]+(?::\d+)?$/.test(host)) {
    http.fault("url", `'${host}' must be a fixed host name: placeholders belong after it`);
  }
  const headers = http.object("headers") ?? {};
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== "string" || !/^[A-Za-z0-9-]+$/.test(name))
      http.fault("headers", `the header '${name}' must be text`);
    else texts[name] = value;
  }
  const bodyTemplate = http.text("body_template");
  const method = http.choice("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"]) ?? "GET";
  if (bodyTemplate !== undefined && (method === "GET" || method === "HEAD")) {
    http.fault("body_template", `${method} sends no body`);
  }
  checkPlaceholders(http, "url", url, args);
  checkPlaceholders(http, "headers", Object.values(texts).join(" "), args);
  checkPlaceholders(http, "body_template", bodyTemplate ?? "", args);
  return {
    type: "http",
    method,
    url,
    headers: texts,
    ...(bodyTemplate === undefined ? {} : { bodyTemplate }),
    successStatus: http.integers("success_status") ?? [200],
    errorStatus: http.integers("error_status") ?? [],
  };
}

function checkPlaceholders(section: Section, key: string, template: string, args: readonly ArgumentDefinition[]): void {
  for (const placeholder of findPlaceholders(template)) {
    if (placeholder.startsWith("_secret:") || args.some(({ name }) => name === placeholder)) continue;
    section.fault(key, `{${placeholder}} is no argument of this tool`);
  }
}

function readMcp(mcp: Section, args: readonly ArgumentDefinition[]): McpBackend {
  const map: Record<string, string> = {};
  for (const [name, target] of Object.entries(mcp.object("field_map") ?? {})) {
    if (typeof target !== "string") mcp.fault("field_map", `field_map.${name} must be text`);
    else if (!args.some((argument) => argument.name === name))
      mcp.fault("field_map", `'${name}' is no argument of this tool`);
    else map[name] = target;
  }
  return { type: "mcp", server: mcp.requiredText("server"), tool: mcp.requiredText("tool"), fieldMap: map };
}

function readOutput(output: Section): ManifestOutput {
  const format = output.choice("format", ["text", "json", "jsonl", "xml", "csv"]) ?? "text";
  const readable = format === "text" || format === "json" || format === "jsonl" ? format : undefined;
  if (readable === undefined) output.fault("format", `${format} is not read here; use text, json or jsonl`);
  const parser = output.text("parser") ?? `builtin:${format}`;
  if (!parser.startsWith("builtin:")) output.fault("parser", `the program '${parser}' cannot run in a browser`);
  else if (parser !== `builtin:${format}`) output.fault("parser", `${parser} does not fit the format ${format}`);
  output.boolean("envelope");
  const schema = output.object("schema");
  if (schema !== undefined) {
    try {
      compileObjectSchema(schema);
    } catch (error) {
      output.fault("schema", `the schema is refused: ${error instanceof Error ? error.message : "it cannot be read"}`);
    }
  }
  return { format: readable ?? "text", schema: schema ?? {} };
}
