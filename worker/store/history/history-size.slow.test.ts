import { expect, test } from "vitest";
import type { JsonValue } from "../../protocol/json.ts";
import { readChat } from "./read-history.ts";
import { toConversation } from "./to-conversation.ts";

function convert(value: JsonValue) {
  const found = readChat(value);
  return found === null ? "unknown" : toConversation(found.chat, { app: found.app, file: "x.json", at: 1 });
}

test("a chain of a hundred thousand messages is read, and one of twice as many refused", () => {
  const messages = Array.from({ length: 99_999 }, (_, index) => ({
    uuid: `${index}`,
    sender: index % 2 === 0 ? "assistant" : "tool",
    text: "x",
  }));
  expect(convert({ uuid: "long", chat_messages: messages })).toMatchObject({ messages: { length: 2 } });
  expect(convert({ chat_messages: [...messages, ...messages] })).toBe("too-long");
});
