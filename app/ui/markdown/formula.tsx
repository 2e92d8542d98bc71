import { render } from "katex";
import { type ReactElement, useEffect, useRef } from "react";

/** A TeX formula as MathML, which browsers lay out themselves: no fonts, no styles, no HTML text. */
export function Formula({ source, block }: { readonly source: string; readonly block: boolean }): ReactElement {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (place.current === null) return;
    render(source, place.current, {
      output: "mathml",
      displayMode: block,
      throwOnError: false,
      trust: false,
      maxSize: 20,
      maxExpand: 200,
    });
  }, [source, block]);
  return <span ref={place} className={block ? "formula formula-block" : "formula"} />;
}
