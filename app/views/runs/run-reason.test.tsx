import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { RunId } from "../../../worker/protocol/ids.ts";
import { ENGLISH } from "../../messages/en/english.ts";
import { createTranslator } from "../../messages/translate.ts";
import { TranslatorContext } from "../../messages/use-text.ts";
import { RunReason } from "./run-reason.tsx";

it.each([
  [0, "good", "Answered"],
  [1, "warn", "Answered, but a tool failed"],
])("an answer of which %i tools failed is %s", (failed, tone, text) => {
  const run = { id: "run" as RunId, reason: "answered", failed } as const;
  const shown = renderToStaticMarkup(
    <TranslatorContext value={createTranslator(ENGLISH)}>
      <RunReason run={run} />
    </TranslatorContext>,
  );
  expect(shown).toBe(`<span class="tag tag-${tone}">${text}</span>`);
});
