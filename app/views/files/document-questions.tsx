import type { ReactElement } from "react";
import type { MessageKey } from "../../messages/catalogue.ts";
import { useText } from "../../messages/use-text.ts";
import { useApp } from "../../use-app.ts";

const QUESTIONS: readonly MessageKey[] = [
  "folders.question.1",
  "folders.question.2",
  "folders.question.3",
  "folders.question.4",
  "folders.question.5",
];

/** Five things to ask about the user's files; each begins a new chat with the skill for documents. */
export function DocumentQuestions(): ReactElement {
  const t = useText();
  const { chat } = useApp();
  const ask = (text: string) => {
    chat.changeDraft("new", { text, skill: "documents" });
    location.hash = "#/";
    document.querySelector<HTMLTextAreaElement>("[data-composer]")?.focus();
  };
  return (
    <section className="section document-questions" aria-labelledby="document-questions">
      <h2 id="document-questions">{t.text("folders.ask")}</h2>
      <ul className="suggestions">
        {QUESTIONS.map((key) => (
          <li key={key}>
            <button type="button" onClick={() => ask(t.text(key))}>
              {t.text(key)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
