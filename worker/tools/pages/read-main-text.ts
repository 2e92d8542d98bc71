import JSDOMParser, { type PageNode } from "@mozilla/readability/JSDOMParser.js";
import Readability from "@mozilla/readability/Readability.js";
import { attempt } from "../../protocol/attempt.ts";
import { toMarkdown } from "./to-markdown.ts";
import { toWellFormed } from "./to-well-formed.ts";

/** Readability refuses more; `toWellFormed` keeps fewer. */
const MAX_ELEMENTS = 30_000;
/** A main text that is so short was not the main text. */
const MIN_CHARACTERS = 140;

/** A web page as a person would read it, in Markdown. */
export interface MainText {
  readonly title: string;
  readonly text: string;
}

/** The main text of any web page, without menus and the like; all of its text where no part stands out. */
export function readMainText(html: string): MainText {
  const markup = toWellFormed(html);
  const whole = new JSDOMParser().parse(markup);
  const title = whole.title.replace(/\s+/g, " ").trim();
  const all = whole.body === null ? "" : toMarkdown(whole.body);
  const article = findArticle(markup);
  const text = article === null ? "" : toMarkdown(article);
  return { title, text: text.length < Math.min(MIN_CHARACTERS, all.length) ? all : text };
}

function findArticle(markup: string): PageNode | null {
  const options = { maxElemsToParse: MAX_ELEMENTS, serializer: (content: PageNode) => content };
  // Whatever it stumbles over is a fault of the page: then all of its text is given.
  return attempt(() => new Readability(new JSDOMParser().parse(markup), options).parse()?.content ?? null);
}
