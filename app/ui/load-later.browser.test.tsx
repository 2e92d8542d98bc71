import type { ComponentType, ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, expect, test } from "vitest";
import { ENGLISH } from "../messages/en/english.ts";
import { createTranslator } from "../messages/translate.ts";
import { TranslatorContext } from "../messages/use-text.ts";
import { loadLater } from "./load-later.tsx";
import { RenderGuard } from "./render-guard.tsx";

let root: Root | undefined;
afterEach(() => {
  root?.unmount();
  document.body.replaceChildren();
});

function show(content: ReactNode): HTMLElement {
  const place = document.createElement("div");
  document.body.append(place);
  root = createRoot(place, { onCaughtError: () => undefined });
  root.render(
    <TranslatorContext value={createTranslator(ENGLISH)}>
      <RenderGuard>{content}</RenderGuard>
    </TranslatorContext>,
  );
  return place;
}

const Name = ({ name }: { readonly name: string }) => <b>{name}</b>;

test("a later part is waited for in its place, fetched once, and drawn at once from then on", async () => {
  let fetched = 0;
  let arrive: (part: ComponentType<{ readonly name: string }>) => void = () => undefined;
  const Later = loadLater(
    () => {
      fetched += 1;
      return new Promise<ComponentType<{ readonly name: string }>>((resolve) => {
        arrive = resolve;
      });
    },
    ({ name }) => <i>{name}</i>,
  );
  const place = show([<Later key="1" name="one" />, <Later key="2" name="two" />]);
  await expect.poll(() => place.innerHTML).toBe("<i>one</i><i>two</i>");
  arrive(Name);
  await expect.poll(() => place.innerHTML).toBe("<b>one</b><b>two</b>");
  root?.unmount();
  const again = show(<Later name="three" />);
  await expect.poll(() => again.innerHTML).toBe("<b>three</b>");
  expect(fetched).toBe(1);
});

test("a later part that could not be fetched is said to be, and is asked for anew at a press", async () => {
  let fetched = 0;
  const Later = loadLater<{ readonly name: string }>(async () => {
    fetched += 1;
    if (fetched === 1) throw new TypeError("The file did not arrive.");
    return Name;
  });
  const place = show(<Later name="one" />);
  await expect.poll(() => place.querySelector("[data-testid=failure]")?.textContent).toContain("did not arrive");
  place.querySelector("button")?.click();
  await expect.poll(() => place.innerHTML).toBe("<b>one</b>");
});
