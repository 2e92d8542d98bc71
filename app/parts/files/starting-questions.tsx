import { useState } from "react";
import type { Failure } from "../../../worker/protocol/failure.ts";
import type { MessageKey } from "../../messages/catalogue.ts";
import { useText } from "../../messages/use-text.ts";
import { toResult } from "../../state/app-state.ts";
import { useApp, useAppState } from "../../state/use-app.ts";
import { Button } from "../../ui/button.tsx";
import { FailureCard } from "../../ui/failure-card.tsx";
import { revealName } from "../../ui/trust/reveal-look-alikes.ts";
import { bringSample } from "./bring-sample.ts";
import { useFiles } from "./use-files.ts";
import "../../styles/files.css";

/** Folders that are looked at for what could be asked about. */
const MAX_FOLDERS = 5;
const MAX_NAMES = 200;

/** Five things to ask in each mode that has what it takes; each begins a new chat in that mode. */
export function StartingQuestions() {
  const t = useText();
  const skills = useAppState((state) => state.skills);
  const connected = useConnectedFiles();
  const [picked, setPicked] = useState<AskedMode>();
  if (connected === null) return null;
  const modes = ASKED_MODES.filter((mode) => skills.some(({ name }) => name === mode))
    .map((mode) => ({ mode, questions: chooseQuestions(mode, connected.files) }))
    .filter(({ mode, questions }) => questions.length > 0 && (mode === "plan" || connected.count > 0));
  const shown = modes.find(({ mode }) => mode === picked) ?? (connected.count > 0 ? modes[0] : undefined);
  return (
    <section className="section starting-questions" aria-labelledby="starting-questions">
      <h2 id="starting-questions">{t.text("ask.title")}</h2>
      <div className="row">
        {modes.map(({ mode }) => (
          <Button
            text={`ask.${mode}`}
            key={mode}
            small
            aria-pressed={mode === shown?.mode}
            onClick={() => setPicked(mode)}
          />
        ))}
        {connected.count === 0 && <SampleOffer />}
      </div>
      {shown !== undefined && <QuestionList mode={shown.mode} questions={shown.questions} />}
    </section>
  );
}

interface Connected {
  readonly count: number;
  readonly files: ReturnType<typeof toConnectedFiles>;
}

/** Reads which kinds of files are in the user's folders; null until the agent has answered. */
function useConnectedFiles(): Connected | null {
  const found = useFiles(async (api) => {
    const listed = await api.listWorkspaces();
    if (!listed.ok) return listed;
    const ready = listed.value.filter(({ state }) => state === "ready").slice(0, MAX_FOLDERS);
    const levels = await Promise.all(ready.map(({ id }) => toResult(api.listFiles(id, "", MAX_NAMES))));
    const names = levels.flatMap((level) => (level.ok ? level.value.map(({ path }) => path) : []));
    return { ok: true as const, value: { count: ready.length, files: toConnectedFiles(names) } };
  }, "starting-questions");
  if (found === undefined) return null;
  return found.ok ? found.value : { count: 0, files: toConnectedFiles([]) };
}

interface QuestionListProps {
  readonly mode: AskedMode;
  readonly questions: readonly StartingQuestion[];
}

function QuestionList({ mode, questions }: QuestionListProps) {
  const t = useText();
  const { chat } = useApp();
  const ask = (text: string) => {
    chat.changeDraft("new", { text, skill: mode });
    location.hash = "#/";
    document.querySelector<HTMLTextAreaElement>("[data-composer]")?.focus();
  };
  return (
    <ul className="suggestions" data-testid="starting-questions">
      {questions.map(({ key, values }) => (
        <li key={key}>
          <button type="button" onClick={() => ask(t.text(key, values))}>
            {revealName(t.text(key, values))}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The way to something to ask about, for somebody who has connected nothing. */
function SampleOffer() {
  const t = useText();
  const { api } = useApp();
  const [state, setState] = useState<Failure | "idle" | "working">("idle");
  const bring = async () => {
    setState("working");
    setState((await bringSample(api, t.text("folders.sample-name"))) ?? "idle");
  };
  return (
    <>
      <Button text="folders.sample" small icon="play" disabled={state === "working"} onClick={() => void bring()} />
      {typeof state === "object" && <FailureCard failure={state} />}
      <a className="text-link" href="#/files">
        {t.text("ask.own")}
      </a>
    </>
  );
}

/** The modes that have questions to begin with. */
export const ASKED_MODES = ["documents", "tables", "writer", "plan"] as const;
type AskedMode = (typeof ASKED_MODES)[number];

/** A question to begin with, and what its text names. */
interface StartingQuestion {
  readonly key: MessageKey;
  readonly values: Readonly<Record<string, string>>;
}

/** Kinds of files in the user's folders, as far as their first level says. */
interface ConnectedFiles {
  readonly hasSample: boolean;
  /** Files and folders of the first levels. */
  readonly names: readonly string[];
}

const NUMBERS = [1, 2, 3, 4, 5] as const;
const SAMPLE_FOLDERS = ["deutsch", "english", "español"];
const TABLE = /\.(?:csv|tsv|xlsx)$/i;
const TEXT = /\.(?:txt|md|pdf|docx|html?|epub)$/i;

/** Reads kinds of files from the names at the top of the folders. */
export function toConnectedFiles(names: readonly string[]): ConnectedFiles {
  return { hasSample: SAMPLE_FOLDERS.every((folder) => names.includes(folder)), names };
}

/** The questions of a mode that what is connected can answer; none where it has nothing to answer them with. */
export function chooseQuestions(mode: AskedMode, { hasSample, names }: ConnectedFiles): readonly StartingQuestion[] {
  const isGeneral = mode === "writer" || mode === "plan";
  if (isGeneral || hasSample) return NUMBERS.map((number) => ({ key: `ask.${mode}.${number}`, values: {} }));
  const table = names.find((name) => TABLE.test(name));
  const file = names.find((name) => TEXT.test(name));
  if (mode === "tables") {
    if (table === undefined) return [];
    return ([1, 2] as const).map((number) => ({ key: `ask.own.tables.${number}`, values: { table } }));
  }
  const about = file === undefined ? [] : ([4, 5] as const);
  return [1, 2, 3, ...about].map((number) => ({
    key: `ask.own.documents.${number as 1 | 2 | 3 | 4 | 5}`,
    values: file === undefined ? {} : { file },
  }));
}
