import type { GenerateRequest, ModelClient, ModelEvent } from "../worker/agent/ports/model-client.ts";
import { chatml } from "../worker/formats/dialects/chatml.ts";
import { chatmlTemplate } from "../worker/formats/templates/chatml-template.ts";
import type { FailureCode } from "../worker/protocol/failure.ts";
import type { JsonObject } from "../worker/protocol/json.ts";
import { readPrompt, type SentCall, type SentMessage, type SentRequest } from "./mock-messages.ts";
import { defineModel, type Model } from "./model.ts";

/** A mock's answer to one request: text, calls, or both; or a failure of the engine. */
export interface MockReply {
  readonly text?: string;
  readonly calls?: readonly SentCall[];
  readonly failure?: FailureCode;
}

/** One reply, or a function of the request. */
export type MockStep = string | MockReply | ((request: SentRequest) => string | MockReply);

/** A model for tests, with the requests it got. */
export interface MockModel extends Model {
  /** Every request so far. */
  readonly requests: readonly SentRequest[];
  /** Throws unless every step was played. */
  assertDone(): void;
  /** Throws unless the text stands in a message of this role, in the newest request or in the one at `index`. */
  assertSent(role: SentMessage["role"], text: string | RegExp, index?: number): void;
  /** Throws unless exactly these tools were shown, in any order. */
  assertTools(names: readonly string[], index?: number): void;
}

/** A reply that calls a tool. Several calls: `{ calls: [...] }`. */
export function callTool(name: string, args: JsonObject = {}): MockReply {
  return { calls: [{ name, arguments: args }] };
}

/**
 * A model that answers request after request with these steps, or every request with the function. No dialect is
 * written: text and calls go in, messages come out.
 */
export function mockModel(steps: readonly MockStep[] | ((request: SentRequest) => string | MockReply)): MockModel {
  const requests: SentRequest[] = [];
  const reply = (request: SentRequest): MockReply => {
    const step = typeof steps === "function" ? steps : steps[requests.length - 1];
    if (step === undefined) {
      const detail = `request ${requests.length} was not expected: ${toText(request)}`;
      throw new Error(`The mock has no step left: ${detail}`);
    }
    const answer = typeof step === "function" ? step(request) : step;
    return typeof answer === "string" ? { text: answer } : answer;
  };
  const model = defineModel({
    name: "mock",
    load: async () => ({ ok: true, value: createClient(requests, reply) }),
  });
  return { ...model, requests, ...createAssertions(requests, typeof steps === "function" ? null : steps.length) };
}

function createClient(requests: SentRequest[], reply: (request: SentRequest) => MockReply): ModelClient {
  async function* generate(request: GenerateRequest): AsyncGenerator<ModelEvent, void, void> {
    const usage = { promptTokens: 1, cachedTokens: 0, completionTokens: 1, prefillMs: 0, decodeMs: 0 };
    if (request.signal.aborted) {
      yield { type: "end", finishReason: "aborted", raw: "", usage };
      return;
    }
    const { temperature, maxTokens } = request;
    const sent: SentRequest = { ...readPrompt(request.prompt), temperature, maxTokens };
    requests.push(sent);
    const { text = "", calls = [], failure } = reply(sent);
    if (failure !== undefined) {
      yield { type: "failure", failure: { code: failure }, raw: "" };
      return;
    }
    const raw = [text, ...calls.map((call) => chatml.renderCall(call.name, call.arguments))]
      .filter((part) => part !== "")
      .join("\n");
    for (const word of raw.split(/(?<=\s)/u)) yield { type: "text-delta", text: word };
    yield { type: "end", finishReason: "stop", raw, usage };
  }
  return {
    info: {
      engine: "scripted",
      modelId: "mock",
      format: "chatml",
      template: chatmlTemplate,
      contextTokens: 1_000_000,
      constraint: "none",
    },
    generate,
    countTokens: async (text) => Math.ceil(text.length / 4),
    dispose: async () => undefined,
  };
}

function createAssertions(
  requests: readonly SentRequest[],
  steps: number | null,
): Pick<MockModel, "assertDone" | "assertSent" | "assertTools"> {
  const at = (index: number | undefined): SentRequest => {
    const request = index === undefined ? requests.at(-1) : requests[index];
    if (request === undefined) throw new Error(`There is no request ${index ?? ""}: the mock got ${requests.length}.`);
    return request;
  };
  return {
    assertDone: () => {
      if (steps !== null && requests.length !== steps) {
        throw new Error(`The mock was asked ${requests.length} times; it has ${steps} steps.`);
      }
    },
    assertSent: (role, text, index) => {
      const request = at(index);
      const isFound = request.messages.some(
        (message) =>
          message.role === role && (typeof text === "string" ? message.text.includes(text) : text.test(message.text)),
      );
      if (!isFound) throw new Error(`No ${role} message has ${String(text)}. Sent was: ${toText(request)}`);
    },
    assertTools: (names, index) => {
      const shown = at(index).tools.map((tool) => tool.name);
      if (shown.toSorted().join() !== [...names].toSorted().join()) {
        throw new Error(`The tools shown were ${shown.join(", ") || "none"}; expected ${names.join(", ") || "none"}.`);
      }
    },
  };
}

function toText({ messages }: SentRequest): string {
  return messages
    .map(({ role, text, calls }) => JSON.stringify({ role, text, ...(calls.length > 0 ? { calls } : {}) }))
    .join("\n");
}
