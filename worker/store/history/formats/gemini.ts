import { toPlainText } from "../../workspace/readers/to-plain-text.ts";
import { joinTexts, type ReadChat, toFiles, toList, toObject, toText, toTime } from "../history-chat.ts";

/** The word that the export puts before each question, in English. */
const ASKED = "Prompted ";
const PRODUCTS = ["Gemini", "Bard"];

/**
 * Gemini's questions in Google's Takeout: a list of activities. It does not say which of them belong together, so each
 * is a chat of its own.
 */
export const readGemini: ReadChat = (value) => {
  const title = toText(value.title);
  const time = toText(value.time);
  const names = [value.header, ...toList(value.products)].map((name) => toText(name));
  const isGemini = names.some((name) => PRODUCTS.some((product) => name.includes(product)));
  if (!isGemini || title === "" || time === "") return null;
  const question = title.startsWith(ASKED) ? title.slice(ASKED.length) : title;
  const answer = joinTexts(toList(value.safeHtmlItem).map((item) => toPlainText(toText(toObject(item).html)).trim()));
  const at = toTime(time);
  return {
    id: JSON.stringify([time, title]),
    title: question,
    at,
    updatedAt: at,
    headId: "answer",
    nodes: [
      {
        id: "question",
        parentId: null,
        role: "user",
        text: question,
        files: toFiles(value.attachedFiles),
        at,
      },
      { id: "answer", parentId: "question", role: answer === "" ? "hidden" : "assistant", text: answer, at },
    ],
  };
};
