import { TextParts } from "./text-parts.tsx";

/** A text as it is written, scrolled where it is long. */
export function LongText({ text, testId }: { readonly text: string; readonly testId?: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
    <pre className="long-text" tabIndex={0} dir="auto" data-testid={testId}>
      <TextParts text={text} />
    </pre>
  );
}
