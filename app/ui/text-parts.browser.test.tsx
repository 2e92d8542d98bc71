import { createRoot, type Root } from "react-dom/client";
import { afterEach, expect, test } from "vitest";
import { LongText } from "./long-text.tsx";
import "../styles/json.css";
import "../styles/markdown.css";

const LINE = "The ferry leaves from pier two at low water.\n";
/** 5 MB. */
const LINES = 115_000;

let root: Root | undefined;
afterEach(() => root?.unmount());

async function show(text: string): Promise<void> {
  if (root === undefined) {
    const place = document.createElement("div");
    document.body.append(place);
    root = createRoot(place);
  }
  root.render(<LongText text={text} />);
  await new Promise<void>((resolve) => setTimeout(resolve, 300));
}

test("of 5 MB of text a few parts are laid out, and a word more changes one of them", async () => {
  const skipped = new Set<EventTarget | null>();
  function noteSkipped(event: Event): void {
    if (event instanceof ContentVisibilityAutoStateChangeEvent && event.skipped) skipped.add(event.target);
    else skipped.delete(event.target);
  }
  document.addEventListener("contentvisibilityautostatechange", noteSkipped, true);
  await show(LINE.repeat(LINES));
  const parts = [...document.querySelectorAll(".text-part")];
  expect(parts.length).toBeLessThan(1500);
  const reached = parts.filter((part) => part.checkVisibility({ contentVisibilityAuto: true }));
  expect(reached.length).toBeLessThan(120);
  await expect.poll(() => reached.filter((part) => !skipped.has(part)).length, { timeout: 10_000 }).toBeLessThan(10);
  document.removeEventListener("contentvisibilityautostatechange", noteSkipped, true);
  const seen: MutationRecord[] = [];
  const watch = new MutationObserver((records) => seen.push(...records));
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  await show(`${LINE.repeat(LINES)}More.`);
  watch.disconnect();
  expect(seen).toHaveLength(1);
  expect(document.querySelector(".long-text")?.textContent).toHaveLength(LINE.length * LINES + 5);
});
