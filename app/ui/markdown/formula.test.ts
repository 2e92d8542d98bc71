import { renderToString } from "katex";
import { describe, expect, it } from "vitest";
import { FORMULA_OPTIONS } from "./formula.tsx";

describe("a formula", () => {
  it.each([
    "\\pmb{x}",
    "\\fcolorbox{red}{blue}{x}",
    "\\colorbox{red}{x}",
    "\\textcolor{red}{x}",
    "\\boxed{x}",
    "\\begin{aligned}a&=b\\end{aligned}",
    "\\rule{1em}{1em}",
    "\\cancel{x}",
  ])("%s is set without a style attribute", (source) => {
    const html = renderToString(source, { ...FORMULA_OPTIONS, macros: { ...FORMULA_OPTIONS.macros } });
    expect(html).toContain("<math");
    expect(html).not.toMatch(/\sstyle=/);
  });

  it.each(["\\htmlStyle{color:red}{x}", "\\href{https://a.test}{x}"])("%s sets neither style nor address", (source) => {
    expect(renderToString(source, FORMULA_OPTIONS)).not.toMatch(/\s(?:style|href)=/);
  });

  it.each(["\\frac{", "\\unknown"])("%s is told, so that it is shown as it is written", (source) => {
    expect(() => renderToString(source, FORMULA_OPTIONS)).toThrow("parse error");
  });
});
