import { expect, test } from "vitest";
import { chooseTemplate } from "../../formats/templates/choose-template.ts";
import { nameEosToken } from "./eos-token.ts";

const ZEPHYR =
  "{% for m in messages %}{{ '<|' + m.role + '|>\n' + m.content + eos_token + '\n' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ '<|assistant|>\n' }}{% endif %}";

function toHeader(token: string): Parameters<typeof nameEosToken>[1] {
  const entries: [string, number | string[]][] = [
    ["tokenizer.ggml.tokens", ["<unk>", "a", token]],
    ["tokenizer.ggml.eos_token_id", 2],
  ];
  return { metadata: new Map<string, never>(entries as [string, never][]) };
}

test("a template that names its end token by a variable writes the file's own, and ends its turns at it", () => {
  for (const token of ["<|endoftext|>", "</s>", "<|end_of_text|>"]) {
    const template = chooseTemplate("generic", nameEosToken(ZEPHYR, toHeader(token)), new Date(0));
    expect(template.renderTurn("user", "Hi")).toBe(`<|user|>\nHi${token}\n`);
    expect(template.stop).toContain(token);
  }
});

test("a template without that variable, or a file without that token, is left as it is", () => {
  expect(nameEosToken("{{ messages }}", toHeader("</s>"))).toBe("{{ messages }}");
  expect(nameEosToken(ZEPHYR, { metadata: new Map() })).toBe(ZEPHYR);
});
