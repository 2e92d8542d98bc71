import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { EN } from "../../../app/messages/en/en.ts";
import { createTranslator } from "../../../app/messages/translate.ts";
import { TranslatorContext } from "../../../app/messages/use-text.ts";
import { readResults } from "../../../app/parts/results/read-results.ts";
import { readOcrTable } from "../../../app/services/ocr/read-ocr-table.ts";
import { extractPdfText } from "../../../app/services/pdf/extract-pdf-text.ts";
import { MarkdownBlocks } from "../../../app/ui/markdown/markdown-blocks.tsx";
import { revealLookAlikes } from "../../../app/ui/trust/reveal-look-alikes.ts";
import { readPromptFile } from "../../../app/views/tools/read-prompt-file.ts";
import { writePdf } from "../../../e2e/harness/write-pdf.ts";
import { parseRunFile } from "../../../worker/agent/log/parse-run-file.ts";
import { toReplayModel } from "../../../worker/engines/catalog/replay-model.ts";
import { createMemoryModelFiles } from "../../../worker/engines/files/model-files.ts";
import { createPackFiles } from "../../../worker/engines/pack/pack-files.ts";
import { createTar, readTar, TarFault } from "../../../worker/engines/pack/tar.ts";
import { readFlowFile } from "../../../worker/flows/read-flow-file.ts";
import { toSchemaGrammar } from "../../../worker/formats/grammar/json-schema-to-gbnf.ts";
import { readJsonText } from "../../../worker/formats/parsing/json-reader.ts";
import { fromProviderAnswer } from "../../../worker/formats/providers/provider-messages.ts";
import { readExchangeText } from "../../../worker/host/read-exchange-text.ts";
import { toBoundedJson } from "../../../worker/protocol/bounded-json.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../worker/protocol/json.ts";
import { parseArchive, toForeignContents } from "../../../worker/store/archive.ts";
import { isConversation, isMessage } from "../../../worker/store/archive-shape.ts";
import { readSealedFile } from "../../../worker/store/encryption/sealed-file.ts";
import { Fields } from "../../../worker/store/history/fields.ts";
import { EXPORTS, REMEMBERED } from "../../../worker/store/history/history-exports.fixture.ts";
import { HISTORY_FORMATS } from "../../../worker/store/history/history-formats.ts";
import { readHistory } from "../../../worker/store/history/read-history.ts";
import { toConversation } from "../../../worker/store/history/to-conversation.ts";
import { planImport } from "../../../worker/store/merge-archive.ts";
import {
  CALENDAR,
  createBook,
  createWorkbook,
  MAIL,
  zipTexts,
} from "../../../worker/store/workspace/readers/documents.fixture.ts";
import { readFormat } from "../../../worker/store/workspace/readers/read-format.ts";
import { toPlainText } from "../../../worker/store/workspace/readers/to-plain-text.ts";
import { toPathParts } from "../../../worker/store/workspace/safe-path.ts";
import { WorkspaceFault } from "../../../worker/store/workspace/workspace-fault.ts";
import { evaluateExpression } from "../../../worker/tools/arithmetic/evaluate-expression.ts";
import { isInScope, isPrivateHost } from "../../../worker/tools/manifest/network-address.ts";
import { readCustomTypes, readManifest } from "../../../worker/tools/manifest/read-manifest.ts";
import { checkTokens, readScopes, SignInRefused, toIssuer } from "../../../worker/tools/mcp/auth/judge-sign-in.ts";
import { judgeTools } from "../../../worker/tools/mcp/judge-tools.ts";
import { toContentBlocks } from "../../../worker/tools/mcp/to-content-blocks.ts";
import { readMainText } from "../../../worker/tools/pages/read-main-text.ts";
import { compileObjectSchema, fromJsonSchema } from "../../../worker/tools/schema/from-json-schema.ts";
import { compileLinearPattern, createStepBudget, StepsUsedUp } from "../../../worker/tools/schema/linear-pattern.ts";

import { readScriptResults } from "../../../worker/tools/scripts/read-script-results.ts";

import { readSkillFile } from "../../../worker/tools/skills/read-skill-file.ts";
import { readTable } from "../../../worker/tools/tables/read-table.ts";
import { readPolicyCase } from "../policy/read-policy-case.ts";
import { type FuzzTarget, toByteTarget, toJsonTarget, toTextTarget } from "./fuzz-target.ts";
import { PATTERN_SEEDS, PATTERN_TOKENS, readSeeds } from "./read-seeds.ts";

const EMPTY = { conversations: [], messages: [], runs: [], memories: [], settings: null };

const EXCHANGE = JSON.stringify({
  provider: "openai",
  names: { find_part: "parts.find" },
  request: {
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: [{ type: "text", text: 'File "a.txt":\nx' }] },
      { role: "assistant", tool_calls: [{ id: "a", function: { name: "find_part", arguments: "{}" } }] },
      { role: "tool", tool_call_id: "a", content: "7" },
    ],
  },
  response: { choices: [{ message: { content: "Shelf 7." } }] },
});

const ARCHIVE = JSON.stringify({
  format: "alcove-export",
  version: 1,
  exportedAt: "2026-01-01T00:00:00.000Z",
  settings: null,
  conversations: [{ id: "c", title: "Trip", createdAt: 1, updatedAt: 2, headId: "a" }],
  messages: [
    { role: "user", id: "q", conversationId: "c", parentId: null, createdAt: 1, sequence: 1, text: "Hi" },
    {
      role: "assistant",
      id: "a",
      conversationId: "c",
      parentId: "q",
      createdAt: 2,
      sequence: 2,
      runId: "r",
      state: "complete",
      turns: [{ text: "Hello", reasoning: "", calls: [] }],
    },
  ],
  runs: [],
  memories: [{ id: "m", text: "Tea at four", tags: ["tea"], source: { type: "user" }, createdAt: 1, updatedAt: 1 }],
});
const SHOWN = JSON.stringify({
  results: [
    { type: "text", text: "Hi" },
    {
      type: "table",
      title: "T",
      columns: ["a", "b"],
      rows: [
        ["x", 1],
        [null, true],
      ],
      total: 2,
    },
    {
      type: "chart",
      kind: "histogram",
      columns: ["#", "value"],
      rows: [
        [1, 5],
        [2, 7],
      ],
      total: 2,
    },
    { type: "file", name: "../a.csv", text: "a,b" },
    { type: "html", title: "P", text: "<p>" },
  ],
});
const SEALED = JSON.stringify({
  format: "alcove-sealed",
  version: 1,
  kdf: "PBKDF2-SHA256",
  iterations: 600_000,
  salt: "AAAAAAAAAAAAAAAAAAAAAA==",
  cipher: "AES-256-GCM",
  iv: "AAAAAAAAAAAAAAAA",
  data: "AAAAAAAAAAAAAAAAAAAAAAAAAAA=",
});
const SCHEMA = JSON.stringify({
  type: "object",
  properties: {
    name: { type: "string", pattern: "^[a-z]+$", maxLength: 20 },
    size: { type: "integer", minimum: 0, enum: [1, 2, 3] },
    parts: { type: "array", items: { anyOf: [{ const: "a" }, { type: "object", properties: {} }] }, uniqueItems: true },
  },
  required: ["name"],
  $defs: { a: { $ref: "#/$defs/b" }, b: { type: "null" } },
});
const SCHEMA_TOKENS = [
  ...["$ref", "#/$defs/a", "#", "anyOf", "allOf", "oneOf", "not", "if", "then", "items", "prefixItems", "contains"],
  ...["patternProperties", "propertyNames", "additionalProperties", "unevaluatedProperties", "uniqueItems", "pattern"],
  ...["enum", "const", "format", "date-time", "minLength", "multipleOf", "dependentSchemas", '{"type":"object"}'],
];
const VALUES: readonly JsonObject[] = [
  { name: "abc", size: 2, parts: ["a", {}] },
  { name: "a".repeat(5_000), parts: Array.from({ length: 500 }, (_, index) => index) },
  {},
];
const MCP_TOOL = JSON.stringify({
  name: "find",
  description: "Finds.",
  inputSchema: JSON.parse(SCHEMA),
  annotations: { readOnlyHint: true },
  content: [
    { type: "text", text: "x" },
    { type: "resource", resource: { uri: "a", text: "b" } },
  ],
  structuredContent: { a: [1] },
});

const RUN_TOKENS = [
  "run-end",
  "call",
  "approval",
  "text-delta",
  "cancelled",
  '"type":',
  '"at":',
  "usage",
  "tool-result",
];
const TOML_TOKENS = ["[tool]", "[args.a]", "[[x]]", "type =", '"""', "'''", "=", "1979-05-27", "inf", "[javascript]"];
const HISTORY_TOKENS = ['"parent":', '"mapping":', '"messages":', "null", '"__proto__"', "1e308", '"a"', '"root"'];
const PROVIDER_ANSWERS = [
  { choices: [{ message: { content: "Hi", tool_calls: [{ id: "1", function: { name: "add", arguments: "{}" } }] } }] },
  {
    content: [
      { type: "text", text: "Hi" },
      { type: "tool_use", id: "1", name: "add", input: {} },
    ],
    stop_reason: "end",
  },
].map((answer) => JSON.stringify(answer));
const POLICY_LINE = JSON.stringify({
  tools: [{ name: "pay", effect: "sends", parameters: { type: "object" } }],
  transcript: [{ role: "tool", name: "read", source: "tool:read", content: ["x", { text: "y" }] }, "hello"],
  calls: [{ name: "pay", arguments: '{"to":"X"}', result: { content: "done" } }],
  grants: ["pay"],
});
const MARKDOWN = [
  "# Title\n\n- *one* **two** `three`\n  1. four\n\n| a | b |\n|---|---|\n| 1 | [x](https://a.test) |\n\n> quote\n",
  "```js\nconst a = 1;\n```\n\n$x^2$ and \\[\\frac{a}{b}\\] &amp; ![i](a.png) <b>c</b>\n\n---\n[ref]: https://a.test 'b'\n",
];
const PAGE =
  "<head><title>T</title></head><p>one<br>two &amp; &#8364;</p><script>x</script><table><tr><td>y</td></tr></table>";
const TABLES = ['date,price,note\n2026-01-03,12.10,"bread, ""white"""\n,1,\n', '[{"a": 1, "b": "x"}, {"a": null}]'];
const PROMPTS = [
  '---\nname: "Short letter"\ndescription: >\n  To a\n  friend\ntags: [a, b]\n---\nDear {{who}}, {{ what }}\n',
  "Sum up {{text}}.",
];
const OCR_TABLE = `1\t1\t0\t0\t0\t0\t0\t0\t900\t700\t-1\t
2\t1\t1\t0\t0\t0\t90\t80\t700\t300\t-1\t
4\t1\t1\t1\t1\t0\t90\t80\t700\t30\t-1\t
5\t1\t1\t1\t1\t1\t90\t80\t60\t30\t96.1\tThe
5\t1\t1\t1\t1\t2\t170\t80\t90\t30\t14\tferry`;
const MARKDOWN_TOKENS = [
  "**",
  "__",
  "_a",
  "~~",
  "![",
  "](",
  "|",
  "---",
  "> ",
  "- ",
  "1. ",
  "```",
  "$$",
  "\\(",
  "&#x0;",
  "<!--",
];

/** What comes in files, from servers' tools, in links and in texts that are shown. */
export const FILE_TARGETS: readonly FuzzTarget[] = [
  toJsonTarget("archive", { seeds: [ARCHIVE], tokens: ['"foreign":true', '"edits":[]', '"untrusted"'] }, readArchive),
  toJsonTarget(
    "sealed-file",
    { seeds: [SEALED], tokens: ['"alcove-sealed"', "600000", "65536", '"Argon2id"', "=="] },
    readSealedFile,
  ),
  toJsonTarget("run-file", { seeds: readSeeds("e2e/pictures", /^run\.json$/u), tokens: RUN_TOKENS }, readRun),
  toTextTarget("manifest", { seeds: readSeeds("public/tools", /\.toml$/u), tokens: TOML_TOKENS }, (text) => {
    readManifest(text, "a.clad.toml");
    readCustomTypes(text, "toolclad.toml");
  }),
  toTextTarget(
    "flow",
    {
      seeds: readSeeds("public/flows", /\.toml$/u),
      tokens: [...TOML_TOKENS, "[node.a]", "[node.a.choice.b]", "next ="],
    },
    (text) => readFlowFile(text, "a.flow.toml", { tools: new Set(["add"]), skills: new Set() }),
  ),
  toTextTarget(
    "skill",
    { seeds: readSeeds("public/skills", /SKILL\.md$/u), tokens: ["---", "name:", "tools:", "- ", ">"] },
    (text) => readSkillFile(text, "SKILL.md", { knownTools: new Set(["add"]) }),
  ),
  toTextTarget(
    "prompt",
    { seeds: PROMPTS, tokens: ["---", "name:", "description: >", "{{", "}}", "\\r\\n", "- "] },
    readPrompt,
  ),
  toTextTarget("ocr-table", { seeds: [OCR_TABLE], tokens: ["\\t", "\\n", "5\\t", "-1", "1e309", "\\f"] }, readOcr),
  toJsonTarget("schema", { seeds: [SCHEMA], tokens: SCHEMA_TOKENS }, toJsonReader(checkSchema), { weight: 0.5 }),
  toJsonTarget("schema-grammar", { seeds: [SCHEMA], tokens: SCHEMA_TOKENS }, toJsonReader(toToolGrammar)),
  toTextTarget("pattern", { seeds: PATTERN_SEEDS, tokens: PATTERN_TOKENS }, testPattern, {
    expects: [Error, StepsUsedUp],
  }),
  toJsonTarget("server-tool", { seeds: [MCP_TOOL], tokens: SCHEMA_TOKENS }, toJsonReader(judgeTool)),
  toTextTarget(
    "sign-in",
    { seeds: ["https://auth.example/a", "parts:read a", "tk_1"], tokens: ["http://", "[::1]", "@", "10.0.0.1"] },
    judgeSignIn,
    {
      expects: [SignInRefused],
    },
  ),
  toTextTarget("json", { seeds: [ARCHIVE, SCHEMA, "{'a': None, b: [1.5e3]}"] }, (text) => {
    readJsonText(text, { python: true, bareKeys: true });
    toJsonReader(() => {})(text);
  }),
  toJsonTarget("exchange", { seeds: [EXCHANGE], tokens: ['"names"', '"tool_use"', '"is_error":true'] }, readExchange),
  toJsonTarget("provider", { seeds: PROVIDER_ANSWERS }, toJsonReader(fromProviderAnswer)),
  toJsonTarget("policy-line", { seeds: [POLICY_LINE] }, toJsonReader(readPolicyLine), {
    expects: [Error, SyntaxError],
  }),
  toTextTarget("markdown", { seeds: MARKDOWN, tokens: MARKDOWN_TOKENS }, renderMarkdown, { weight: 0.3 }),
  toTextTarget("hidden-letters", { seeds: ["https://аpple.com/login\u202egnp.exe", "to\u200b: me"] }, revealLookAlikes),
  toTextTarget(
    "expression",
    { seeds: ["(3 + 5) * 2", "sqrt(2) ^ -3", "15% of 80"], tokens: ["mod", "!", "π", "1e9"] },
    evaluateExpression,
    {
      expects: [Error],
    },
  ),
  toTextTarget("address", { seeds: ["10.0.0.1/8", "[::ffff:127.0.0.1]", "0x7f.1", "api.example.com"] }, (text) => {
    isPrivateHost(text);
    isInScope(text, ["10.0.0.0/8", "*.example.com"]);
  }),
  ...HISTORY_FORMATS.map(({ app, read }) =>
    toJsonTarget(
      `history-${app}`,
      { seeds: [JSON.stringify(EXPORTS[app]())], tokens: HISTORY_TOKENS },
      (text) => {
        const value: JsonValue = JSON.parse(text);
        const chat = read(new Fields(value));
        const found = chat === null ? "unknown" : toConversation(chat, { app, file: "x", at: 1 });
        if (typeof found === "string") return;
        if (!found.messages.every(isMessage) || !isConversation(found.conversation))
          throw new Error("a record of another shape");
      },
      { expects: [SyntaxError] },
    ),
  ),
  toByteTarget("history-zip", [await zipTexts({ "a.json": JSON.stringify([EXPORTS.claude()]) })], listHistory),
  toTextTarget(
    "history-json",
    {
      seeds: [[EXPORTS.claude()], REMEMBERED.claude, REMEMBERED.chatgpt("Has a cat.")].map((seed) =>
        JSON.stringify(seed),
      ),
      tokens: ["[", "{", '"', "\\", "}\n{", '"bio"', "- [stated] ", "**"],
    },
    (text) => listHistory(new TextEncoder().encode(text)),
  ),
  toByteTarget("tar", [await createPack()], (bytes) => readTar(new Blob([bytes])), { expects: [TarFault] }),
  toByteTarget(
    "docx",
    [await zipTexts({ "word/document.xml": "<w:p><w:r><w:t>one &amp; two</w:t></w:r></w:p>" })],
    toReader("docx"),
  ),
  toByteTarget("xlsx", [await createWorkbook()], toReader("xlsx")),
  toByteTarget("epub", [await createBook()], toReader("epub")),
  toByteTarget("ics", [new TextEncoder().encode(CALENDAR)], toReader("ics")),
  toByteTarget("eml", [new TextEncoder().encode(MAIL)], toReader("eml")),
  toByteTarget("pdf", [new TextEncoder().encode(writePdf(["one (two)", null, "three"]))], readPdf, {
    weight: 0.1,
    isLeftAlone: true,
  }),
  toTextTarget(
    "table",
    { seeds: TABLES, tokens: ['"', '""', ";", "\t", "\n", "1.234,56", "2026-01-03", "[{"] },
    (text) => {
      readTable("a.csv", text);
    },
  ),
  toJsonTarget("script results", { seeds: [SHOWN] }, toJsonReader(readShown), { expects: [Error] }),
  toTextTarget("page", { seeds: [PAGE], tokens: ["<!--", "<script", "</", "&#x", "<td>"] }, toPlainText),
  toTextTarget(
    "main-text",
    { seeds: [PAGE], tokens: ["<ul><li>", "<pre>", "<article>", "</p", "<h1", "|"] },
    readMainText,
    {
      weight: 0.3,
    },
  ),
  toTextTarget("path", { seeds: ["a/b.txt", "..\\x", "C:/x"], tokens: ["..", "/", "\u2024"] }, toPathParts, {
    expects: [WorkspaceFault],
  }),
  toByteTarget("pack", [await createPack()], openPack, { weight: 0.5 }),
];

/** Reads every chat of a file, as a preview does. */
async function listHistory(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  for await (const step of readHistory(new Blob([bytes]))) {
    if (step.type === "chat") toConversation(step.chat, { app: step.app, file: "x", at: 1 });
  }
}

/** A prompt's name stands behind a slash, and its words never count as the user's. */
function readPrompt(text: string): void {
  for (const { name, foreign } of readPromptFile("a/b.md", text))
    if (!/^my:[A-Za-z0-9_.-]{1,60}$/u.test(name) || foreign !== true) throw new Error("a prompt of another shape");
}

/** Each word that was read has a box of whole numbers. */
function readOcr(text: string): void {
  const read = readOcrTable(text, 900, 700);
  const words = read.text === "" ? 0 : read.text.split(/\s+/u).length;
  if (read.boxes.length !== words * 4 || !read.boxes.every(Number.isInteger)) throw new Error("a word without its box");
}

/** What a script showed, as the worker reads it and the page after it. */
function readShown(value: JsonValue): void {
  readResults({ type: "success", content: [{ type: "json", value }] });
  const results = readScriptResults(value);
  readResults({ type: "success", content: [{ type: "json", value: { results } }] });
}

function toReader(format: Parameters<typeof readFormat>[0]): (bytes: Uint8Array<ArrayBuffer>) => Promise<unknown> {
  return (bytes) => readFormat(format, bytes, 100_000);
}

function readPdf(bytes: Uint8Array<ArrayBuffer>): Promise<unknown> {
  return extractPdfText({ bytes, maxCharacters: 100_000 });
}

function readArchive(text: string): void {
  const parsed = parseArchive(text);
  if (!parsed.ok) return;
  planImport(EMPTY, toForeignContents(parsed.contents), "merge");
  planImport(parsed.contents, parsed.contents, "merge");
  planImport(EMPTY, parsed.contents, "replace");
}

/** What is taken as a conversation must be one that an export can carry. */
function readExchange(text: string): void {
  let ids = 0;
  const read = readExchangeText(text, { now: 0, newId: () => `id-${++ids}` });
  if (!read.ok || read.value === null) return;
  const { conversation, messages } = read.value;
  const archive = {
    format: "alcove-export",
    version: 1,
    settings: null,
    runs: [],
    memories: [],
    conversations: [conversation],
    messages,
  };
  const parsed = parseArchive(JSON.stringify(archive));
  if (!parsed.ok) throw new Error(parsed.reason);
}

async function readRun(text: string): Promise<void> {
  parseRunFile(text);
  const file = new Blob([text]);
  await toReplayModel({ name: "run.json", size: file.size, slice: (start, end) => file.slice(start, end) });
}

/** Gives a reader what is JSON and within bounds, as the app does with everything from outside. */
function toJsonReader(read: (value: JsonValue) => unknown): (text: string) => unknown {
  return (text) => {
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      return undefined;
    }
    const bounded = toBoundedJson(parsed);
    return bounded.ok ? read(bounded.value) : undefined;
  };
}

function checkSchema(schema: JsonValue): void {
  if (!isJsonObject(schema)) return;
  let check: ReturnType<typeof compileObjectSchema>;
  try {
    check = compileObjectSchema(schema);
  } catch (error) {
    if (error instanceof Error && error.constructor === Error) return;
    throw error;
  }
  for (const value of VALUES) check(value);
}

/** A grammar is made of a schema only after it was made safe. */
function toToolGrammar(schema: JsonValue): void {
  if (!isJsonObject(schema)) return;
  let parameters: JsonObject;
  try {
    parameters = fromJsonSchema({ name: "a", description: "a", parameters: schema, run: () => null }).spec.parameters;
  } catch (error) {
    if (error instanceof Error && error.constructor === Error) return;
    throw error;
  }
  toSchemaGrammar(parameters);
}

function testPattern(text: string): void {
  const test = compileLinearPattern(text);
  const budget = createStepBudget();
  for (const sample of ["", "abc/def", "a".repeat(2_000), "123-45", "😀".repeat(50)]) test(sample, budget);
}

function judgeTool(value: JsonValue): void {
  const deps = {
    server: "a",
    host: "a.example",
    floor: "sends",
    consents: new Map(),
    taken: new Set<string>(),
  } as const;
  judgeTools([value, value], { ...deps, call: async () => null });
  if (isJsonObject(value)) toContentBlocks(value);
}

function judgeSignIn(text: string): void {
  const server = new URL("https://tools.example/mcp");
  const issuer = toIssuer(server, { resource: server.href, authorization_servers: [text] });
  // A browser reads `https:/a` as `https://a`.
  if (new URL(issuer).protocol !== "https:") throw new Error(`${issuer} may be asked`);
  readScopes(text, server.host);
  checkTokens({ access_token: text, token_type: "Bearer" }, text, server.host);
}

function readPolicyLine(value: JsonValue): void {
  if (isJsonObject(value)) readPolicyCase(value);
}

const TRANSLATOR = createTranslator({ code: "en", messages: EN });

function renderMarkdown(text: string): void {
  const blocks = createElement(MarkdownBlocks, { text });
  renderToStaticMarkup(createElement(TranslatorContext, { value: TRANSLATOR }, blocks));
}

async function openPack(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const opened = await createPackFiles(createPlace()).open([{ path: "a.tar", file: new Blob([bytes]) }]);
  if (opened.ok) await opened.value.readData();
}

async function createPack(): Promise<Uint8Array> {
  const made = await createPackFiles(createPlace()).make(
    { app: true, models: [], data: new Blob([ARCHIVE]) },
    () => {},
  );
  const pack = made.ok ? made.value : createTar([{ path: "a", content: new Blob(["a"]) }], 0);
  return new Uint8Array(await pack.arrayBuffer());
}

function createPlace(): Parameters<typeof createPackFiles>[0] {
  return {
    files: createMemoryModelFiles(),
    pieces: { list: async () => [], has: async () => false, put: async () => {}, delete: async () => {} },
    listAppFiles: async () => [{ path: "index.html", file: new Blob(["<!doctype html>"]) }],
    findServedPath: () => null,
    findTitle: (modelId) => modelId,
    findPinnedHash: () => null,
    now: () => 0,
  };
}
