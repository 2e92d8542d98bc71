import { render } from "katex";
import { useEffect, useRef } from "react";
import { FORMULA_OPTIONS } from "./formula-options.ts";

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
