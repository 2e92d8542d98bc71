import { expect, test } from "vitest";
import { ROOT } from "./build-app.ts";
import { toNotices } from "./notices-plugin.ts";

test("names what a package carries inside without a licence file of its own", () => {
  const notices = toNotices(ROOT);
  expect(notices).toContain("llama.cpp and ggml (inside @wllama/wllama)\nLicence: MIT");
  expect(notices).toContain("PDF.js (inside unpdf)\nLicence: Apache-2.0");
  expect(notices).toContain("@noble/ciphers");
  expect(notices).toContain("Qwen2.5-Coder-1.5B-Instruct\nLicence: Apache-2.0");
});
