import type { BlockMessage } from "./provider-messages.ts";

/** Names as OpenAI and Anthropic accept them, and the way back. */
export interface ProviderNames {
  /** The same name for the same tool every time. */
  toValid(name: string): string;
  /** The tools' own names by those that had to be changed. */
  changed(): Readonly<Record<string, string>>;
}

/** Both accept letters, digits, `_` and `-`, at most 64 of them. */
const MAX_LENGTH = 64;

export function createProviderNames(): ProviderNames {
  const valid = new Map<string, string>();
  const taken = new Set<string>();
  return {
    toValid: (name) => {
      const known = valid.get(name);
      if (known !== undefined) return known;
      const plain = name.replaceAll(/[^A-Za-z0-9_-]/gu, "_").slice(0, MAX_LENGTH) || "tool";
      let chosen = plain;
      for (let count = 2; taken.has(chosen); count += 1) {
        const mark = `_${count}`;
        chosen = plain.slice(0, MAX_LENGTH - mark.length) + mark;
      }
      taken.add(chosen);
      valid.set(name, chosen);
      return chosen;
    },
    changed: () =>
      Object.fromEntries([...valid].filter(([name, own]) => name !== own).map(([name, own]) => [own, name])),
  };
}

/** A message whose calls and results bear valid names. */
export function withNames(message: BlockMessage, names: ProviderNames): BlockMessage {
  return {
    ...message,
    blocks: message.blocks.map((block) =>
      block.type === "text" ? block : { ...block, name: names.toValid(block.name) },
    ),
  };
}
