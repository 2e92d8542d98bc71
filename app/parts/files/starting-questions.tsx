import { useText } from "../../messages/use-text.ts";
import { focusComposer } from "../../services/focus-composer.ts";
import { toResult } from "../../state/app-state.ts";
import { useApp } from "../../state/use-app.ts";
import { QuestionList } from "./question-list.tsx";
import type { SuggestedQuestion } from "./suggest-questions.ts";
import { useFiles } from "./use-files.ts";
import "../../styles/files.css";

/** Folders that are looked at for what could be asked about. */
const MAX_FOLDERS = 5;
const MAX_NAMES = 200;

/** Things to ask about the files in the user's folders; each begins a new chat in the mode for documents. */
export function StartingQuestions() {
  const t = useText();
  const { chat } = useApp();
  const questions = chooseQuestions(useFileNames());
  if (questions.length === 0) return null;
  const ask = (text: string) => {
    chat.changeDraft("new", { text, skill: "documents" });
    location.hash = "#/";
    focusComposer();
  };
  return (
    <section className="section starting-questions" aria-labelledby="starting-questions">
      <h2 id="starting-questions">{t.text("ask.title")}</h2>
      <QuestionList questions={questions} onAsk={ask} />
    </section>
  );
}

/** Names of files and folders at the top of the user's folders; none until the agent has answered. */
function useFileNames(): readonly string[] {
  const found = useFiles(async (api) => {
    const listed = await api.listWorkspaces();
    if (!listed.ok) return listed;
    const ready = listed.value.filter(({ state }) => state === "ready").slice(0, MAX_FOLDERS);
    const levels = await Promise.all(ready.map(({ id }) => toResult(api.listFiles(id, "", MAX_NAMES))));
    return {
      ok: true as const,
      value: levels.flatMap((level) => (level.ok ? level.value.map(({ path }) => path) : [])),
    };
  }, "starting-questions");
  return found?.ok === true ? found.value : [];
}

const SAMPLE_FOLDERS = ["deutsch", "english", "español"];
const TEXT = /\.(?:txt|md|pdf|docx|html?|epub)$/i;

/** Questions that the files of these names can answer; none where there is no file. */
export function chooseQuestions(names: readonly string[]): readonly SuggestedQuestion[] {
  if (names.length === 0) return [];
  if (SAMPLE_FOLDERS.every((folder) => names.includes(folder))) {
    return ([1, 2, 3, 4, 5] as const).map((number) => ({ key: `ask.documents.${number}`, values: {} }));
  }
  const file = names.find((name) => TEXT.test(name));
  const about = file === undefined ? [] : ([4, 5] as const);
  return ([1, 2, 3, ...about] as const).map((number) => ({
    key: `ask.own.documents.${number}`,
    values: file === undefined ? {} : { file },
  }));
}
