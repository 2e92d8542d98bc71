import { memo } from "react";
import { loadLater } from "../load-later.tsx";
import type { MarkdownProps } from "./markdown-blocks.tsx";

const MarkdownBlocks = loadLater(
  () => import("./markdown-blocks.tsx").then((m) => m.MarkdownBlocks),
  ({ text }) => <p className="markdown-plain">{text.replaceAll(/\*\*|`/g, "")}</p>,
);

/** A model's Markdown as elements; plain text without marks until the reader of Markdown has arrived. */
export const Markdown = memo(function Markdown(props: MarkdownProps) {
  return (
    <div className="markdown" dir="auto">
      <MarkdownBlocks {...props} />
    </div>
  );
});
