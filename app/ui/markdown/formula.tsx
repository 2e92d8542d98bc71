import { type KatexOptions, render } from "katex";
import { useEffect, useRef } from "react";

/** A TeX formula as MathML, which browsers lay out themselves; one that cannot be read is shown as it is written. */
export function Formula({ source, block }: { readonly source: string; readonly block: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (place.current === null) return;
    try {
      // KaTeX keeps definitions of a formula in `macros`; the next one must not see them.
      const macros = { ...FORMULA_OPTIONS.macros };
      render(source, place.current, { ...FORMULA_OPTIONS, macros, displayMode: block });
    } catch {
      place.current.textContent = source;
    }
  }, [source, block]);
  return <span ref={place} className={block ? "formula formula-block" : "formula"} />;
}

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
