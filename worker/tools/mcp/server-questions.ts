import {
  type Client,
  type CreateMessageRequest,
  type CreateMessageResult,
  type ElicitRequest,
  type ElicitResult,
  type ProgressCallback,
  ProtocolError,
  type StandardSchemaV1,
  UrlElicitationRequiredError,
} from "@modelcontextprotocol/client";
import type { ToolContext } from "../../agent/define/tool.ts";
import { toBoundedObject } from "../../protocol/bounded-json.ts";
import { defined } from "../../protocol/defined.ts";
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../protocol/json.ts";
import type { CallProgress, McpServerInfo, QuestionAnswer, ServerQuestion } from "../../protocol/mcp.ts";
import { compileObjectSchema } from "../schema/from-json-schema.ts";
import { toPlainText } from "./judge-tools.ts";

/** A server's words for the model; the user has seen them whole. */
export interface SamplePrompt {
  readonly system: string;
  readonly text: string;
  readonly maxTokens: number;
  /** The run whose call waits for it. */
  readonly runId: string;
}

/** Has the model of this device answer. */
export type Sample = (
  prompt: SamplePrompt,
  signal: AbortSignal,
) => Promise<{ readonly text: string; readonly model: string }>;

interface RunningCall {
  readonly tool: string;
  readonly context: ToolContext;
  questions: number;
}

interface OpenQuestion {
  question: ServerQuestion;
  readonly signal: AbortSignal;
  readonly prompt?: SamplePrompt;
  model: string;
  /** The server's name for a page to open, by which it says that the page is done. */
  readonly page?: string;
  settle(answer: QuestionAnswer): void;
}

const AS_IT_CAME: StandardSchemaV1<ElicitRequest["params"], ElicitRequest["params"]> = {
  "~standard": { version: 1, vendor: "alcove", validate: (value) => ({ value: value as ElicitRequest["params"] }) },
};

/** A question without what names it. */
type Asked = ServerQuestion extends infer Each
  ? Each extends ServerQuestion
    ? Omit<Each, "id" | "tool">
    : never
  : never;

const MAX_QUESTIONS = 10;
const MAX_FIELDS = 30;
const MAX_MESSAGE = 2_000;
const MAX_LABEL = 300;
const MAX_FORMAT = 20;
const MAX_PROMPT = 50_000;
const MAX_SAMPLE_TOKENS = 2_000;
const PROGRESS_PAUSE_MS = 400;
/** The time that a server gets to say that an opened page is done, before the call is made again. */
const PAGE_PAUSE_MS = 2_000;
/** JSON-RPC's code by which a client says that its user has refused. */
const REFUSED = -1;

/** Holds the questions of a server while its tools run. Nothing is answered but by the user; without a running call nobody is asked. */
export class ServerQuestions {
  readonly #server: string;
  readonly #onChange: () => void;
  readonly #sample: Sample | undefined;
  readonly #open = new Map<string, OpenQuestion>();
  readonly #calls = new Set<RunningCall>();
  readonly #progress = new Map<string, CallProgress>();
  /** Pages that the server has called done. */
  readonly #done = new Set<string>();
  #asked = 0;

  constructor(server: string, deps: { readonly sample?: Sample; onChange?(): void }) {
    this.#server = server;
    this.#sample = deps.sample;
    this.#onChange = () => deps.onChange?.();
  }

  listen(client: Client): void {
    client.setNotificationHandler("notifications/elicitation/complete", ({ params }) => {
      this.#done.add(params.elicitationId);
      for (const { page, settle } of this.#open.values()) if (page === params.elicitationId) settle({ type: "accept" });
    });
    // As it came: the client's own schema would drop what marks a field as secret.
    client.setRequestHandler("elicitation/create", { params: AS_IT_CAME }, (params, { mcpReq }) =>
      this.#elicit(params, mcpReq.signal),
    );
    client.setRequestHandler("sampling/createMessage", ({ params }, { mcpReq }) =>
      this.#askForSample(params, mcpReq.signal),
    );
  }

  list(): Pick<McpServerInfo, "questions" | "progress"> {
    return {
      questions: [...this.#open.values()].map(({ question }) => question),
      progress: Object.fromEntries(this.#progress),
    };
  }

  /** Runs a call, which may ask and tell how far it is until it ends. */
  async during<Value>(
    tool: string,
    context: ToolContext,
    work: (onprogress: ProgressCallback) => Promise<Value>,
  ): Promise<Value> {
    const call: RunningCall = { tool, context, questions: 0 };
    this.#calls.add(call);
    let shownAt = 0;
    try {
      return await this.#openPages(call, () =>
        work(({ progress, total, message }) => {
          const said = message === undefined ? undefined : toPlainText(message, MAX_LABEL);
          this.#progress.set(tool, { done: progress, ...defined({ total, message: said }) });
          if (context.now() - shownAt < PROGRESS_PAUSE_MS) return;
          shownAt = context.now();
          this.#onChange();
        }),
      );
    } finally {
      this.#calls.delete(call);
      if (this.#progress.delete(tool)) this.#onChange();
    }
  }

  /** Does the work anew once the user has opened the pages without which the server refuses it. */
  async #openPages<Value>({ context }: RunningCall, work: () => Promise<Value>): Promise<Value> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof UrlElicitationRequiredError) || this.#sample === undefined) throw error;
        const pages = error.elicitations.filter(({ elicitationId }) => !this.#done.has(elicitationId));
        for (const { url, message, elicitationId } of pages) {
          const asked = toLinkQuestion(url, toPlainText(message, MAX_MESSAGE));
          const { answer } = await this.#ask(asked, context.signal, undefined, elicitationId);
          if (answer.type !== "accept") throw new Error("The page that the server wants opened first was not opened.");
        }
        if (pages.length === 0) throw error;
        await new Promise((resolve) => setTimeout(resolve, PAGE_PAUSE_MS));
      }
    }
  }

  /** The user's answer. Rejects with a sentence where it does not fit the question, which then stays open. */
  async answer(id: string, answer: QuestionAnswer): Promise<void> {
    const open = this.#open.get(id);
    if (open === undefined) throw new Error("The server no longer waits for an answer.");
    const { question } = open;
    if (answer.type === "sample") return this.#runSample(open);
    if (answer.type === "accept") {
      if (question.type === "refused" || (question.type === "sample" && question.state !== "answered")) {
        throw new Error("This cannot be agreed to.");
      }
      const [problem] = question.type === "form" ? compileObjectSchema(question.schema)(answer.content ?? {}) : [];
      if (problem !== undefined) throw new Error(`${problem.path.slice(1)} ${problem.message}`.trim());
    }
    open.settle(answer);
  }

  async #runSample(open: OpenQuestion): Promise<void> {
    const { question, prompt, signal } = open;
    if (question.type !== "sample" || question.state !== "asked" || !prompt || !this.#sample) return;
    const show = (state: "asked" | "running" | "answered", answer: string): void => {
      open.question = { ...question, state, answer };
      this.#onChange();
    };
    show("running", "");
    try {
      const { text, model } = await this.#sample(prompt, signal);
      open.model = model;
      show("answered", text);
    } catch (error) {
      show("asked", "");
      throw error;
    }
  }

  async #elicit(params: ElicitRequest["params"], signal: AbortSignal): Promise<ElicitResult> {
    const message = toPlainText(params.message, MAX_MESSAGE);
    const asked = params.mode === "url" ? toLinkQuestion(params.url, message) : toForm(params.requestedSchema, message);
    const { answer } = await this.#ask(asked, signal);
    if (answer.type === "decline" || answer.type === "accept") {
      const content = answer.type === "accept" && asked.type === "form" ? (answer.content ?? {}) : undefined;
      return { action: answer.type, ...(content && { content: content as NonNullable<ElicitResult["content"]> }) };
    }
    return { action: "cancel" };
  }

  async #askForSample(params: CreateMessageRequest["params"], signal: AbortSignal): Promise<CreateMessageResult> {
    const said = params.messages.map(({ role, content }) => {
      const blocks = Array.isArray(content) ? content : [content];
      return blocks.map((block) => (block.type === "text" ? `${role}: ${block.text}` : null));
    });
    const texts = said.flat();
    const system = params.systemPrompt ?? "";
    const text = texts.length === 1 ? String(texts[0]).replace(/^user: /, "") : texts.join("\n\n");
    if (texts.includes(null) || texts.length === 0 || system.length + text.length > MAX_PROMPT) {
      throw new ProtocolError(REFUSED, "Only texts of bounded length are taken.");
    }
    const maxTokens = Math.min(params.maxTokens, MAX_SAMPLE_TOKENS);
    const message = system === "" ? text : `${system}\n\n${text}`;
    const asked = { type: "sample", state: "asked", answer: "", message } as const;
    const { answer, open } = await this.#ask(asked, signal, { system, text, maxTokens });
    if (answer.type !== "accept" || open?.question.type !== "sample") {
      throw new ProtocolError(REFUSED, "The user has refused it.");
    }
    const content = { type: "text", text: open.question.answer } as const;
    return { role: "assistant", content, model: open.model, stopReason: "endTurn" };
  }

  /** Asks in the newest running call, until the user answers or the call ends. */
  async #ask(
    asked: Asked,
    asking: AbortSignal,
    prompt?: Omit<SamplePrompt, "runId">,
    page?: string,
  ): Promise<{ readonly answer: QuestionAnswer; readonly open?: OpenQuestion }> {
    const call = [...this.#calls].at(-1);
    const isOpen = [...this.#open.values()].some(({ question }) => question.tool === call?.tool);
    if (call === undefined || isOpen || call.questions >= MAX_QUESTIONS) return { answer: { type: "cancel" } };
    call.questions += 1;
    this.#asked += 1;
    const id = `${this.#server} ${this.#asked}`;
    const signal = AbortSignal.any([asking, call.context.signal]);
    let settle: OpenQuestion["settle"] = () => undefined;
    const answered = new Promise<QuestionAnswer>((resolve) => {
      settle = resolve;
    });
    signal.addEventListener("abort", () => settle({ type: "cancel" }));
    const open: OpenQuestion = {
      question: { ...asked, id, tool: call.tool },
      signal,
      model: "",
      settle,
      ...defined({ page }),
      ...(prompt && { prompt: { ...prompt, runId: call.context.runId } }),
    };
    this.#open.set(id, open);
    this.#onChange();
    try {
      return { answer: signal.aborted ? { type: "cancel" } : await call.context.awaitUser(answered), open };
    } finally {
      this.#open.delete(id);
      this.#onChange();
    }
  }
}

function toLinkQuestion(address: string, message: string): Asked {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isLocal = url !== null && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  const isSafe = url?.protocol === "https:" || (isLocal && url.protocol === "http:");
  return isSafe && url.username === "" && url.password === ""
    ? { type: "link", message, url: url.href }
    : { type: "refused", reason: "address", message };
}

/** A form of plain fields, of which nothing is filled in; refused as a whole for one field that cannot be shown. */
function toForm(requested: unknown, message: string): Asked {
  const schema = toBoundedObject(requested);
  const properties = isJsonObject(schema?.properties) ? Object.entries(schema.properties) : [];
  const required = isJsonArray(schema?.required) ? schema.required : [];
  if (properties.some(([, field]) => isSecret(field))) return { type: "refused", reason: "secret", message };
  const fields = properties.map(([name, field]) => [name, toField(field)] as const);
  const isReadable = ([name, field]: (typeof fields)[number]): boolean => name.length <= MAX_LABEL && field !== null;
  if (fields.length > MAX_FIELDS || !fields.every(isReadable))
    return { type: "refused", reason: "unreadable", message };
  const shown = Object.fromEntries(fields.map(([name, field]) => [name, field ?? {}]));
  const known = required.filter((name) => typeof name === "string" && Object.hasOwn(shown, name));
  return { type: "form", message, schema: { type: "object", properties: shown, required: known } };
}

function isSecret(field: JsonValue): boolean {
  if (!isJsonObject(field)) return false;
  return (
    field.format === "password" || field.writeOnly === true || (field.items !== undefined && isSecret(field.items))
  );
}

const TYPES: readonly unknown[] = ["string", "number", "integer", "boolean", "array"];
const BOUNDS = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"] as const;

/** A field with what is known of it; null for what is none. */
function toField(field: JsonValue): JsonObject | null {
  if (!isJsonObject(field) || !TYPES.includes(field.type)) return null;
  const { type = null, title, description, format } = field;
  const choices = toChoices(type === "array" ? (field.items ?? null) : field);
  if (type === "array" && choices.enum === undefined) return null;
  const bounds = BOUNDS.flatMap((name) => (typeof field[name] === "number" ? [[name, field[name]] as const] : []));
  const kind = typeof format === "string" ? format.slice(0, MAX_FORMAT) : undefined;
  return {
    type,
    ...defined({ title: toLabel(title), description: toLabel(description), format: kind }),
    ...Object.fromEntries(bounds),
    ...(type === "array" ? { items: choices } : choices),
  };
}

function toLabel(text: JsonValue | undefined): string | undefined {
  return typeof text === "string" ? toPlainText(text, MAX_LABEL) : undefined;
}

/** The texts that may be chosen, with the names that they are shown by. */
function toChoices(field: JsonValue): JsonObject {
  if (!isJsonObject(field)) return {};
  const named = [field.oneOf, field.anyOf].find(isJsonArray)?.filter(isJsonObject);
  const values = named?.map((each) => each.const) ?? (isJsonArray(field.enum) ? field.enum : undefined);
  if (values === undefined || !values.every((value) => typeof value === "string")) return {};
  const names = named?.map(({ title }) => title) ?? (isJsonArray(field.enumNames) ? field.enumNames : []);
  return { enum: values, enumNames: values.map((value, index) => toLabel(names[index]) ?? value) };
}
