import { lazy, memo, Suspense } from "react";

const MarkdownBlocks = lazy(() => import("./markdown-blocks.tsx").then((m) => ({ default: m.MarkdownBlocks })));

/** A model's Markdown as elements; plain text until the reader of Markdown has arrived. */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  return (
    <div className="markdown" dir="auto">
      <Suspense fallback={<p className="markdown-plain">{text}</p>}>
        <MarkdownBlocks text={text} />
      </Suspense>
    </div>
  );
});
