import type { KatexOptions } from "katex";

/**
 * How TeX is set: as MathML, and without `style` attributes, which the page's content policy refuses. KaTeX would write
 * one for bold letters, for the border of a coloured box, and for the text of a formula that it cannot read.
 */
export const FORMULA_OPTIONS: KatexOptions = {
  output: "mathml",
  throwOnError: true,
  trust: false,
  strict: false,
  maxSize: 20,
  maxExpand: 200,
  macros: {
    "\\pmb": "\\boldsymbol",
    "\\fcolorbox": (context: { consumeArg(): unknown }) => {
      context.consumeArg();
      return "\\colorbox";
    },
  },
};
