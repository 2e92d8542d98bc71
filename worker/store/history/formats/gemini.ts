import { toPlainText } from "../../workspace/readers/to-plain-text.ts";
import { joinTexts, type ReadChat } from "../history-chat.ts";

/** The word that the export puts before each question, in English. */
const ASKED = "Prompted ";
const PRODUCTS = ["Gemini", "Bard"];

/**
 * Gemini's questions in Google's Takeout: a list of activities. It does not say which of them belong together, so each
 * is a chat of its own.
 */
export const readGemini: ReadChat = (value) => {
  const title = value.text("title");
  const time = value.text("time");
  const names = [value.value("header"), ...value.list("products")];
  const isGemini = names.some((name) => typeof name === "string" && PRODUCTS.some((product) => name.includes(product)));
  if (!isGemini || title === "" || time === "") return null;
  const question = title.startsWith(ASKED) ? title.slice(ASKED.length) : title;
  const answer = joinTexts(value.objects("safeHtmlItem").map((item) => toPlainText(item.text("html")).trim()));
  const at = value.time("time");
  const files = value.files("attachedFiles");
  return {
    id: JSON.stringify([time, title]),
    title: question,
    at,
    updatedAt: at,
    headId: "answer",
    nodes: [
      { id: "question", parentId: null, role: "user", text: question, files, at },
      { id: "answer", parentId: "question", role: answer === "" ? "hidden" : "assistant", text: answer, at },
    ],
  };
};
