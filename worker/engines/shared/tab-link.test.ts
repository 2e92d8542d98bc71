import { afterEach, expect, it, vi } from "vitest";
import type { MessageSeal } from "../../protocol/encryption/message-seal.ts";
import { createMessageSeal } from "../../store/encryption/seal-messages.ts";
import type { EngineMessage } from "./engine-message.ts";
import { openTabLink, type TabLink } from "./tab-link.ts";

const locks = { request: async () => undefined } as unknown as LockManager;
const channels: BroadcastChannel[] = [];
const NAME = "alcove-engine-1";

function open(self: string, seal: MessageSeal | null): { readonly link: TabLink; readonly heard: EngineMessage[] } {
  const link = openTabLink(locks, self, () => seal);
  const heard: EngineMessage[] = [];
  link.listen((message) => heard.push(message));
  return { link, heard };
}

/** Another page of the origin. */
function openNeighbour(): { readonly channel: BroadcastChannel; readonly heard: unknown[] } {
  const channel = new BroadcastChannel(NAME);
  const heard: unknown[] = [];
  channel.onmessage = (event) => heard.push((event as MessageEvent).data);
  channels.push(channel);
  return { channel, heard };
}

const COUNT = { type: "count", key: "m", from: "a", to: "b", id: 1, text: "my prompt" } as const;
const HELLO = { type: "hello", key: "m", from: "a" } as const;

afterEach(() => {
  for (const channel of channels.splice(0)) channel.close();
});

it("tabs of encrypted data hear each other, and a neighbour of their origin reads nothing", async () => {
  const key = new Uint8Array(32).fill(7);
  const [one, other] = [open("a", createMessageSeal(key)), open("b", createMessageSeal(key))];
  const neighbour = openNeighbour();
  one.link.post(HELLO);
  one.link.post(COUNT);
  await vi.waitFor(() => expect(other.heard).toEqual([HELLO, COUNT]));
  await vi.waitFor(() => expect(neighbour.heard).toHaveLength(2));
  expect(neighbour.heard[0]).toEqual(HELLO);
  expect(Buffer.from((neighbour.heard[1] as { sealed: Uint8Array }).sealed).toString("latin1")).not.toContain("prompt");
});

it("what a neighbour says in a tab's place is not taken", async () => {
  const { heard } = open("b", createMessageSeal(new Uint8Array(32).fill(7)));
  const { channel } = openNeighbour();
  const foreign = createMessageSeal(new Uint8Array(32).fill(8));
  channel.postMessage(COUNT);
  channel.postMessage({ sealed: foreign.seal(COUNT) });
  channel.postMessage({ sealed: new Uint8Array(5) });
  channel.postMessage(HELLO);
  await vi.waitFor(() => expect(heard).toEqual([HELLO]));
});

it("tabs without encrypted data speak as they are", async () => {
  const [one, other] = [open("a", null), open("b", null)];
  one.link.post(COUNT);
  await vi.waitFor(() => expect(other.heard).toEqual([COUNT]));
});
