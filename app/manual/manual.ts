import { loadOnce } from "../../worker/protocol/load-once.ts";
import { findSections, type ManualSection, toExcerpt } from "../../worker/search/find-sections.ts";
import { applyLooks, readLooks } from "../services/looks.ts";
import { openTextStore } from "../state/text-store.ts";

// The script of every page of the manual. It runs before the page is shown, so that the theme is the app's at once.
applyLooks(document.documentElement, readLooks(openTextStore()));
document.addEventListener("DOMContentLoaded", () => {
  const input = document.querySelector<HTMLInputElement>("input[type=search]");
  const list = document.querySelector<HTMLElement>("#found");
  if (input !== null && list !== null) addSearch(input, list);
});

/** Adds the search; its texts are loaded when somebody comes to search. */
function addSearch(input: HTMLInputElement, list: HTMLElement): void {
  const base = document.body.dataset.base ?? "./";
  const count = document.querySelector<HTMLElement>("#found-count");
  const load = loadOnce(
    (): Promise<readonly ManualSection[]> => fetch(`${base}sections.json`).then((response) => response.json()),
  );
  const show = async (): Promise<void> => {
    const query = input.value;
    const sections = await load();
    // Something else may have been typed while they were loaded.
    if (query !== input.value) return;
    const found = findSections(sections, query);
    list.replaceChildren(...found.map((section) => toItem(section, query, base)));
    list.hidden = query.trim() === "";
    if (list.hidden) return;
    if (found.length === 0) list.replaceChildren(toElement("li", "Nothing is found."));
    if (count !== null) count.textContent = `${found.length} found`;
  };
  input.addEventListener("focus", () => void load());
  input.addEventListener("input", () => void show());
  input.form?.addEventListener("submit", (event) => {
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") list.hidden = true;
    if (event.key !== "/" || event.target === input || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    input.focus();
  });
  list.addEventListener("click", () => {
    list.hidden = true;
  });
}

function toItem(section: ManualSection, query: string, base: string): HTMLElement {
  const link = document.createElement("a");
  link.href = base + section.address;
  const title = section.title === section.page ? section.title : `${section.page}: ${section.title}`;
  link.append(toElement("strong", title), toElement("span", toExcerpt(section, query)));
  const item = document.createElement("li");
  item.append(link);
  return item;
}

function toElement(tag: "li" | "span" | "strong", text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
