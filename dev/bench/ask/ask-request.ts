import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from "../../../worker/protocol/json.ts";

/** Texts that are asked one after the other in one fresh chat. */
export interface AskRequest {
  readonly texts: readonly string[];
  /** Requests of one profile share notes and tasks; absent for ones of its own. */
  readonly profile?: string;
  /** They go along with the first text. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  /** Tools, skills and texts of the user's own, such as `house.knowledge.md`; a profile has those of its first request. */
  readonly tools: readonly { readonly name: string; readonly text: string }[];
  /** Saved before anything is asked. */
  readonly notes: readonly string[];
  /** The user's language, as in the settings; absent for the usual one. */
  readonly language?: string;
}

/** What came of one text. */
export interface AskAnswer extends JsonObject {
  readonly text: string;
  readonly calls: readonly JsonObject[];
  /** `model`, or the exact skill that answered. */
  readonly by: string;
  /** How the run ended; a failure's code follows. */
  readonly end: string;
  readonly seconds: number;
  readonly tokensRead: number;
  readonly tokensWritten: number;
}

/** What came of a request, with the notes and tasks that there were afterwards. */
export interface AskReply extends JsonObject {
  readonly answers: readonly AskAnswer[];
  readonly policy: string;
  readonly notes: readonly string[];
  readonly tasks: readonly JsonObject[];
}

/** Asks a model. Rejects with a sentence when the request cannot be put to it. */
export type Asker = (request: AskRequest) => Promise<AskReply>;

/** Reads a request. Throws a sentence for what is none. */
export function toAskRequest(value: JsonObject): AskRequest {
  const texts = readTexts(value.texts, "texts");
  if (texts.length === 0 || texts.includes("")) throw new Error("'texts' holds no text, or an empty one");
  const { profile, language } = value;
  return {
    texts,
    files: readFiles(value.files, "files"),
    tools: readFiles(value.tools, "tools"),
    notes: value.notes === undefined ? [] : readTexts(value.notes, "notes"),
    ...readWord("profile", profile),
    ...readWord("language", language),
  };
}

function readWord<Name extends string>(name: Name, value: JsonValue | undefined): Partial<Record<Name, string>> {
  if (value === undefined || value === null) return {};
  if (typeof value !== "string" || value === "") throw new Error(`'${name}' is no word`);
  return { [name]: value } as Partial<Record<Name, string>>;
}

function readTexts(value: JsonValue | undefined, name: string): readonly string[] {
  if (!isJsonArray(value)) throw new Error(`'${name}' is no list of texts`);
  return value.map((text) => {
    if (typeof text !== "string") throw new Error(`'${name}' holds something that is no text`);
    return text;
  });
}

function readFiles(value: JsonValue | undefined, name: string): AskRequest["files"] {
  if (value === undefined) return [];
  if (!isJsonArray(value)) throw new Error(`'${name}' is no list of files`);
  return value.map((file) => {
    if (!isJsonObject(file) || typeof file.name !== "string" || typeof file.text !== "string") {
      throw new Error(`'${name}' holds something without 'name' and 'text'`);
    }
    return { name: file.name, text: file.text };
  });
}
