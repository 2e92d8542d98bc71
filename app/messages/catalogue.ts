import type { FailureCode, FailureText } from "../../worker/protocol/failure.ts";
import type { EN } from "./en/en.ts";

/** The name of a text of the page. */
export type MessageKey = keyof typeof EN;

/** A name whose text has a form for one and a form for several. */
export type CountedKey = MessageKey extends infer Key ? (Key extends `${infer Base}.one` ? Base : never) : never;

/** The page's texts in one language. */
export type Messages = Readonly<Record<MessageKey, string>>;

/** A language of the page. */
export interface Language {
  /** BCP 47. */
  readonly code: string;
  readonly messages: Messages;
  readonly failures: Readonly<Record<FailureCode, FailureText>>;
}

/** A language of which only a part of the texts has arrived. */
export interface PartialLanguage extends Omit<Language, "messages" | "failures"> {
  readonly messages: Partial<Messages>;
  readonly failures?: Language["failures"];
}
