import type { JsonObject } from "../worker/protocol/json.ts";
import { type ChatReply, createChatClient } from "./chat-client.ts";
import type { SentMessage, SentRequest } from "./chat-messages.ts";
import { defineModel, type Model } from "./model.ts";

/** A mock's answer to one request: text, calls, or both; or a failure of the engine. */
export type MockReply = ChatReply;

/** A reply that may take its time. */
type Answered = string | MockReply | Promise<string | MockReply>;

/** One reply, or a function of the request. */
export type MockStep = string | MockReply | ((request: SentRequest) => Answered);

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
export function mockModel(steps: readonly MockStep[] | ((request: SentRequest) => Answered)): MockModel {
  const requests: SentRequest[] = [];
  const reply = async (request: SentRequest): Promise<MockReply> => {
    requests.push(request);
    const step = typeof steps === "function" ? steps : steps[requests.length - 1];
    if (step === undefined) {
      const detail = `request ${requests.length} was not expected: ${toText(request)}`;
      throw new Error(`The mock has no step left: ${detail}`);
    }
    const answer = await (typeof step === "function" ? step(request) : step);
    return typeof answer === "string" ? { text: answer } : answer;
  };
  const client = createChatClient({ name: "mock", engine: "scripted", contextTokens: 1_000_000, complete: reply });
  const model = defineModel({ name: "mock", load: async () => ({ ok: true, value: client }) });
  const at = (index: number | undefined): SentRequest => {
    const request = index === undefined ? requests.at(-1) : requests[index];
    if (request === undefined) throw new Error(`There is no request ${index ?? ""}: the mock got ${requests.length}.`);
    return request;
  };
  return {
    ...model,
    requests,
    assertDone: () => {
      if (typeof steps === "function" || requests.length === steps.length) return;
      throw new Error(`The mock was asked ${requests.length} times; it has ${steps.length} steps.`);
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
