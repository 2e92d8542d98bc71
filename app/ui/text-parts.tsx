import { splitText } from "./split-text.ts";
import "../styles/text-parts.css";

/** A text of any length as it is written: of its parts only those near what is seen are laid out. */
export function TextParts({ text }: { readonly text: string }) {
  const [first, ...later] = splitText(text);
  return (
    <>
      {first}
      {later.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part has nothing but its place
        <span className="text-part" key={index}>
          {part}
        </span>
      ))}
    </>
  );
}
