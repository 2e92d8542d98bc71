import type { MessageKey } from "../../messages/catalogue.ts";

/** The modes that have questions to begin with. */
export const ASKED_MODES = ["documents", "tables", "writer", "plan"] as const;
export type AskedMode = (typeof ASKED_MODES)[number];

/** A question to begin with, and what its text names. */
export interface StartingQuestion {
  readonly key: MessageKey;
  readonly values: Readonly<Record<string, string>>;
}

/** Kinds of files in the user's folders, as far as their first level says. */
export interface ConnectedFiles {
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
