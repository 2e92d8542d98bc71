import { TextParts } from "./text-parts.tsx";

interface LongTextProps {
  readonly text: string;
  readonly testId?: string;
}

/** A text as it is written, scrolled where it is long. */
export function LongText({ text, testId }: LongTextProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
    <pre className="long-text" tabIndex={0} dir="auto" data-testid={testId}>
      <TextParts text={text} />
    </pre>
  );
}
