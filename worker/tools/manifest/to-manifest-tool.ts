import type { Tool, ToolContext, ToolOutput } from "../../agent/define/tool.ts";
import { assertNever } from "../../protocol/assert-never.ts";
import { defined } from "../../protocol/defined.ts";
import { describeError } from "../../protocol/describe-error.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import type { EffectPreview } from "../../protocol/run-event.ts";
import type { ArgumentProblem, ToolEffect, ToolSecret } from "../../protocol/tool.ts";
import { parseForeign } from "../parse-foreign.ts";
import { runUntrusted } from "../run-untrusted.ts";
import type { RunScript } from "../sandbox/create-script-runner.ts";
import { compileObjectSchema, fromJsonSchema } from "../schema/from-json-schema.ts";
import { checkArgument, isScoped, toArgumentSchema } from "./argument-type.ts";
import { createSecretHider, HIDDEN } from "./hide-secrets.ts";
import type { HttpExecutor, HttpRequest } from "./http-executor.ts";
import type { HttpBackend, Manifest, ManifestOutput } from "./read-manifest.ts";
import { fillTemplate, findPlaceholders } from "./template.ts";

const SECRET = "_secret:";

/** The backends that execute manifests. A call to an absent one fails with a message. */
export interface ManifestDeps {
  readonly http?: HttpExecutor;
  readonly runScript?: RunScript;
  readonly callMcp?: (server: string, tool: string, args: JsonObject, context: ToolContext) => Promise<ToolOutput>;
  /** A secret that the user has given for this host. It is only ever put into the request. */
  readonly secret?: (name: string, host: string, tool: string) => string | undefined | Promise<string | undefined>;
  /**
   * Hosts, addresses and ranges that targets must lie in, for all tools or by a tool's name; absent if targets are
   * unrestricted. Asked for at every call.
   */
  readonly scope?: readonly string[] | ((tool: string) => readonly string[] | undefined);
}

/**
 * Makes a tool of a manifest. Throws, naming the tool, if its schemas are refused. A `foreign` one, which did not come
 * with the app, asks before every call, and its results and errors are text from outside.
 */
export function toManifestTool(
  manifest: Manifest,
  deps: ManifestDeps,
  { foreign = false }: { readonly foreign?: boolean } = {},
): Tool<JsonObject> {
  const required = manifest.arguments.filter(({ required }) => required).map(({ name }) => name);
  const checkOutput = compileObjectSchema(manifest.output.schema);
  const readOutput = (text: string): JsonObject => {
    const value = parseOutput(text, manifest.output);
    const [problem] = checkOutput(value);
    if (problem === undefined) return value;
    throw new Error(`The tool's result is not as its manifest says: ${problem.path || "it"} ${problem.message}.`);
  };
  const { backend } = manifest;
  const { scope } = deps;
  const execute = async (input: JsonObject, context: ToolContext): Promise<JsonValue | ToolOutput> => {
    switch (backend.type) {
      case "http":
        return runUntrusted(() => runHttp(backend, input, manifest, deps, context, readOutput));
      case "javascript": {
        const { runScript } = deps;
        if (runScript === undefined) throw new Error("Tools made of JavaScript are switched off.");
        const limits = { timeoutMs: manifest.timeoutMs, signal: context.signal };
        const compute = async (): Promise<JsonObject> => {
          const value = await runScript(backend.source, input, limits);
          return readOutput(typeof value === "string" ? value : JSON.stringify(value));
        };
        return foreign ? runUntrusted(compute) : compute();
      }
      case "mcp": {
        if (deps.callMcp === undefined) throw new Error(`The server '${backend.server}' is not connected.`);
        const renamed = Object.entries(input).map(([name, value]) => [backend.fieldMap[name] ?? name, value] as const);
        return deps.callMcp(backend.server, backend.tool, Object.fromEntries(renamed), context);
      }
      default:
        return assertNever(backend);
    }
  };
  return fromJsonSchema({
    name: manifest.name,
    description: manifest.description,
    effect: toEffect(manifest),
    ...(manifest.humanApproval || foreign ? { asks: true } : {}),
    ...(foreign ? { author: "files" } : {}),
    ...(backend.type === "http" ? toDestination(backend) : {}),
    timeoutMs: manifest.timeoutMs,
    parameters: {
      type: "object",
      properties: Object.fromEntries(manifest.arguments.map((each) => [each.name, toArgumentSchema(each)])),
      ...(required.length === 0 ? {} : { required }),
    },
    ...(manifest.arguments.some(isScoped) ? { scoped: true } : {}),
    refine: (input) => refine(manifest, input, typeof scope === "function" ? scope(manifest.name) : scope),
    ...(backend.type === "http" ? { preview: (input) => previewRequest(backend, input) } : {}),
    run: execute,
  });
}

/** The host of a request's address, unless an argument decides about it: then the preview alone names it; and its secrets. */
function toDestination(backend: HttpBackend) {
  const sendsTo = /^https?:\/\/([^/?#{}]+)(?=[/?#]|$)/iu.exec(backend.url)?.[1];
  const secrets = listSecrets(backend);
  return defined({ sendsTo, secrets: secrets.length === 0 ? undefined : secrets });
}

/** The secrets that a request names. The host is fixed in its address, see `readManifest`. */
function listSecrets({ url, headers, bodyTemplate = "" }: HttpBackend): readonly ToolSecret[] {
  const [, host = ""] = /^https?:\/\/([^/?#{}]+)/iu.exec(url) ?? [];
  const placeholders = [url, ...Object.values(headers), bodyTemplate].flatMap(findPlaceholders);
  const names = placeholders.filter((each) => each.startsWith(SECRET)).map((each) => each.slice(SECRET.length));
  return [...new Set(names)].map((name) => ({ name, host }));
}

/**
 * A script has no side effects; a higher risk makes it ask after untrusted text was read. Everything else leaves the
 * device.
 */
function toEffect({ backend, riskTier }: Manifest): ToolEffect {
  if (backend.type !== "javascript") return "sends";
  return riskTier === "low" ? "reads" : "writes";
}

function refine(
  manifest: Manifest,
  input: JsonObject,
  scope: readonly string[] | undefined,
): JsonObject | readonly ArgumentProblem[] {
  const problems: ArgumentProblem[] = [];
  const entries: [string, JsonValue][] = [];
  for (const argument of manifest.arguments) {
    const given = Object.hasOwn(input, argument.name) ? input[argument.name] : undefined;
    const value = given ?? argument.default;
    if (value === undefined) continue;
    if (given === undefined && value === "") {
      entries.push([argument.name, value]);
      continue;
    }
    const checked = checkArgument(argument, value, scope);
    if (checked.ok) entries.push([argument.name, checked.value]);
    else problems.push({ path: `/${argument.name}`, message: checked.message });
  }
  return problems.length > 0 ? problems : Object.fromEntries(entries);
}

/** A request with its templates filled. */
function fillRequest(
  backend: HttpBackend,
  input: JsonObject,
  readSecret: (name: string) => string,
): Pick<HttpRequest, "url" | "headers" | "body"> {
  const look = (encode: (value: JsonValue) => string) => (placeholder: string) =>
    placeholder.startsWith(SECRET)
      ? encode(readSecret(placeholder.slice(SECRET.length)))
      : encode(input[placeholder] ?? "");
  const headers = Object.entries(backend.headers).map(([name, template]) => [
    name,
    fillTemplate(template, look(toHeaderText)),
  ]);
  return {
    url: fillTemplate(backend.url, look(toUrlText)),
    headers: Object.fromEntries(headers),
    ...(backend.bodyTemplate === undefined
      ? {}
      : { body: fillTemplate(backend.bodyTemplate, look(toBodyText(backend))) }),
  };
}

/** The complete request, so that the user sees more than the arguments. */
function previewRequest(backend: HttpBackend, input: JsonObject): EffectPreview {
  // Letters only, which no encoding changes.
  const mark = "alcove0secret0value";
  const { url, headers, body } = fillRequest(backend, input, () => mark);
  const lines = [
    `${backend.method} ${url}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ["", body]),
  ];
  return { title: new URL(url).host, before: null, after: lines.join("\n").replaceAll(mark, HIDDEN) };
}

async function runHttp(
  backend: HttpBackend,
  input: JsonObject,
  { name: tool, timeoutMs }: Manifest,
  { http, secret }: ManifestDeps,
  { signal }: ToolContext,
  readOutput: (text: string) => JsonObject,
): Promise<JsonObject> {
  if (http === undefined) throw new Error("HTTP tools are switched off.");
  const values = new Map<string, string>();
  for (const { name, host } of listSecrets(backend)) {
    const value = await secret?.(name, host, tool);
    if (value === undefined) throw new Error(`The secret '${name}' is not set.`);
    values.set(name, value);
  }
  const request = fillRequest(backend, input, (name) => values.get(name) ?? "");
  const { status, text: answer } = await http({ method: backend.method, ...request, timeoutMs, signal });
  const hide = createSecretHider(values.values());
  const text = hide(answer);
  if (backend.successStatus.includes(status)) {
    try {
      // Again once it is read: JSON may write any letter by its number.
      return JSON.parse(hide(JSON.stringify(readOutput(text))));
    } catch (error) {
      throw new Error(hide(describeError(error)));
    }
  }
  if (backend.errorStatus.includes(status)) throw new Error(`The service answered ${status}: ${text.slice(0, 300)}`);
  throw new Error(`The service answered with the unexpected status ${status}.`);
}

function toPlainText(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function toUrlText(value: JsonValue): string {
  const text = toPlainText(value);
  // Encoding leaves dots as they are, and a path of dots would escape the manifest's path.
  if (text === "." || text === "..") throw new Error("An argument must not be a path of dots.");
  return encodeURIComponent(text);
}

function toHeaderText(value: JsonValue): string {
  const text = toPlainText(value);
  if (/[^\t\x20-\x7e\x80-\xff]/.test(text))
    throw new Error("An argument holds a character that a header cannot carry.");
  return text;
}

function toBodyText({ headers, bodyTemplate = "" }: HttpBackend): (value: JsonValue) => string {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  if (type.includes("x-www-form-urlencoded")) return (value) => encodeURIComponent(toPlainText(value));
  if (type.includes("json") || /^\s*[{[]/.test(bodyTemplate)) {
    return (value) => (typeof value === "string" ? JSON.stringify(value).slice(1, -1) : JSON.stringify(value));
  }
  return toPlainText;
}

const parseResult = (text: string): JsonValue => parseForeign(text, "The tool's result");

function parseOutput(text: string, { format }: ManifestOutput): JsonObject {
  if (format === "text") return { raw_output: text };
  if (format === "jsonl") {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    return { items: lines.map(parseResult) };
  }
  const value = parseResult(text);
  return isJsonObject(value) ? value : { result: value };
}
