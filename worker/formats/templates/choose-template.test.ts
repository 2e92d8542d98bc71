import { describe, expect, it, test } from "vitest";
import { chatmlTemplate } from "./chatml-template.ts";
import { chooseTemplate } from "./choose-template.ts";

const NOW = new Date("2026-03-01T12:00:00Z");
const OWN =
  "{{ '<s>' }}{% for m in messages %}{{ '[' + m.role + ']' + m.content + '[end]' }}{% endfor %}{% if add_generation_prompt %}{{ '[assistant]' }}{% endif %}";

test("a model's own template is used where it brings one", () => {
  const template = chooseTemplate("generic", OWN, NOW);
  expect(template.renderStart("Be brief.") + template.renderTurn("user", "Hello") + template.assistantStart).toBe(
    "<s>[system]Be brief.[end][user]Hello[end][assistant]",
  );
});

test("a model without one gets its family's", () => {
  const template = chooseTemplate("llama3", null, NOW);
  expect(template.renderTurn("user", "Hello")).toContain("<|start_header_id|>user<|end_header_id|>\n\nHello<|eot_id|>");
});

test("ChatML models share one form, and a template that cannot be read is passed over", () => {
  expect(chooseTemplate("chatml", OWN, NOW)).toBe(chatmlTemplate);
  expect(chooseTemplate("generic", "{% for", NOW)).toBe(chatmlTemplate);
});

test("ChatML models keep the heading of their system text, and get their tools under the name that they look for", () => {
  const own =
    "{{ '<|im_start|>system\n## Instructions\n' + (messages[0].content if messages[0].role == 'system' else 'None.') }}" +
    "{% if xml_tools %}{{ '\n<tool_call> calls ' }}{% for t in xml_tools %}{{ t.function.name }}{% endfor %}{% endif %}" +
    "{{ '<|im_end|>\n' }}{% for m in messages if m.role != 'system' %}{{ '<|im_start|>' + m.role + '\n' + m.content + '<|im_end|>\n' }}{% endfor %}" +
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}";
  const template = chooseTemplate("chatml", own, NOW);
  const opening = "<|im_start|>system\n## Instructions\nBe brief.";
  expect(template.renderStart("Be brief.")).toBe(`${opening}<|im_end|>\n`);
  const tools = [{ name: "now", description: "", parameters: {} }];
  expect(template.renderToolOpening?.("Be brief.", tools, "Hi", [])).toBe(
    `${opening}\n<tool_call> calls now<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n`,
  );
});

describe("a model's switch for reasoning", () => {
  const now = new Date("2026-01-01T00:00:00Z");

  it("is found in its own template", () => {
    const qwen = "{% if enable_thinking is defined and enable_thinking is false %}{{ '<think></think>' }}{% endif %}";
    expect(chooseTemplate("chatml", qwen, now).skipReasoning).toBe("<think>\n\n</think>\n\n");
    expect(chooseTemplate("chatml", "{{ messages }}", now).skipReasoning).toBeUndefined();
    expect(chooseTemplate("chatml", null, now).skipReasoning).toBeUndefined();
  });

  it("is what the template adds when reasoning is off", () => {
    const template =
      "{% for message in messages %}<|{{ message.role }}|>{{ message.content }}<|end|>{% endfor %}" +
      "{% if add_generation_prompt %}<|assistant|>{% if enable_thinking is false %}<think></think>{% endif %}{% endif %}";
    expect(chooseTemplate("phi4", template, now).skipReasoning).toBe("<think></think>");
    expect(chooseTemplate("llama3", null, now).skipReasoning).toBeUndefined();
  });
});
