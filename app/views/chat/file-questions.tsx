import { isTextFile } from "../../../worker/protocol/message.ts";
import { useText } from "../../messages/use-text.ts";
import { QuestionList } from "../../parts/files/question-list.tsx";
import { suggestQuestions } from "../../parts/files/suggest-questions.ts";
import type { PathMessage } from "../../state/message-path.ts";
import { useApp, useComposer, useDraftKey } from "../../state/use-app.ts";

/** Questions about the newest file of a chat that were not asked yet: four before the first answer, then two. */
export function FileQuestions({ path }: { readonly path: readonly PathMessage[] }) {
  const t = useText();
  const { chat } = useApp();
  const draftKey = useDraftKey();
  const draft = useComposer((composer) => composer.draft);
  const sent = path.flatMap(({ message }) => (message.role === "user" ? [message] : []));
  const files = [...draft.attachments, ...sent.toReversed().flatMap(({ attachments = [] }) => attachments)];
  const file = files.find(isTextFile);
  if (file === undefined || draft.text !== "") return null;
  const asked = new Set(sent.map(({ text }) => text));
  const open = suggestQuestions(file).filter(({ key, values }) => !asked.has(t.text(key, values)));
  const questions = open.slice(0, sent.length === 0 ? 4 : 2);
  if (questions.length === 0) return null;
  const ask = (text: string) => {
    chat.changeDraft(draftKey, { text });
    void chat.submit(draftKey);
  };
  return <QuestionList questions={questions} onAsk={ask} />;
}
