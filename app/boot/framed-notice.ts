import { chooseLanguage, loadLanguage } from "../messages/load-language.ts";
import "../styles/tokens.css";
import "../styles/base.css";

/**
 * Stands in the app's place inside another page. What frames it can lay anything over its buttons, also over those that
 * allow a call, and hosts that set no headers cannot forbid it: a `<meta>` policy has no `frame-ancestors`.
 */
export async function showFramedNotice(root: HTMLElement): Promise<void> {
  const { code, messages } = await loadLanguage(chooseLanguage("auto", navigator.languages));
  document.documentElement.lang = code;
  const heading = document.createElement("h1");
  heading.textContent = messages["framed.title"];
  const meaning = document.createElement("p");
  meaning.textContent = messages["framed.meaning"];
  const link = document.createElement("a");
  link.textContent = messages["framed.open"];
  link.className = "text-link";
  link.href = location.href;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
  const notice = document.createElement("main");
  notice.dataset.testid = "framed";
  notice.append(heading, meaning, link);
  root.replaceChildren(notice);
}
