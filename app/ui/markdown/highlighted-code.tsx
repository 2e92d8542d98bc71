import { common, createLowlight } from "lowlight";
import { type ReactNode, useMemo } from "react";

const lowlight = createLowlight(common);

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
