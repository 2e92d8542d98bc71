import { memo } from "react";
import { splitText } from "./split-text.ts";

/** Most characters of a part, which is laid out in a few milliseconds, and of some parts that are passed over together. */
const PART = 4000;
const PARTS = 64_000;
/** The height of a part that was not seen yet, for each of its characters, in CSS pixels. */
const HEIGHT = 0.4;

interface TextPartsProps {
  readonly text: string;
  readonly size?: number;
}

/** A text of any length as it is written: of its parts only those near what is seen are laid out. */
export const TextParts = memo(function TextParts({ text, size = PARTS }: TextPartsProps) {
  return splitText(text, size).map((part, index) => {
    const inner = size === PARTS ? <TextParts key={toKey(index)} text={part} size={PART} /> : part;
    const style = { containIntrinsicBlockSize: `auto ${Math.round(part.length * HEIGHT)}px` };
    if (index === 0) return inner;
    return (
      <span className="text-part" key={toKey(index)} style={style}>
        {inner}
      </span>
    );
  });
});

/** Parts have no identity but their place. */
function toKey(index: number): string {
  return `part-${index}`;
}
