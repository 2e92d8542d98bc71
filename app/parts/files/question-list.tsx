import { useText } from "../../messages/use-text.ts";
import { revealName } from "../../ui/trust/reveal-look-alikes.ts";
import type { SuggestedQuestion } from "./suggest-questions.ts";

interface QuestionListProps {
  readonly questions: readonly SuggestedQuestion[];
  readonly onAsk: (text: string) => void;
}

/** Questions that one press asks. */
export function QuestionList({ questions, onAsk }: QuestionListProps) {
  const t = useText();
  return (
    <ul className="suggestions" data-testid="suggestions">
      {questions.map(({ key, values }) => {
        const text = t.text(key, values);
        return (
          <li key={text}>
            <button type="button" onClick={() => onAsk(text)}>
              {revealName(text)}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
