import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import go from "highlight.js/lib/languages/go";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import markdown from "highlight.js/lib/languages/markdown";
import python from "highlight.js/lib/languages/python";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { createLowlight } from "lowlight";
import { type ReactNode, useMemo } from "react";

const lowlight = createLowlight({
  bash,
  c,
  cpp,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  markdown,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
});

type Tree = ReturnType<typeof lowlight.highlight>;
type Node = Tree["children"][number];

/** More than this stays plain: colouring would hold up the page. In characters. */
const MAX_HIGHLIGHTED = 20_000;

/** Code in colours. */
export function HighlightedCode({ code, language }: { readonly code: string; readonly language: string }) {
  const nodes = useMemo(() => {
    if (code.length > MAX_HIGHLIGHTED || !lowlight.registered(language)) return code;
    return lowlight.highlight(language, code).children.map(toElement);
  }, [code, language]);
  return <>{nodes}</>;
}

function toElement(node: Node, index: number): ReactNode {
  if (node.type === "text") return node.value;
  if (node.type !== "element") return null;
  const { className } = node.properties;
  const classes = Array.isArray(className) ? className.join(" ") : "";
  return (
    <span key={`${index}-${node.position?.start.offset ?? ""}`} className={classes}>
      {node.children.map((child, at) => toElement(child, at))}
    </span>
  );
}
