import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import type { Conversation } from "../../worker/protocol/message.ts";
import { ENGLISH } from "../messages/en/english.ts";
import { createTranslator } from "../messages/translate.ts";
import { TranslatorContext } from "../messages/use-text.ts";
import type { App } from "../state/create-app.ts";
import { AppContext } from "../state/use-app.ts";
import { EMPTY_VIEW } from "../state/view.ts";
import { ProjectList } from "./project-list.tsx";

/** As many as an import of 100,000 messages brings, all in one project. */
const CHATS: readonly Conversation[] = Array.from({ length: 20_000 }, (_, index) => ({
  id: `chat-${index}`,
  title: `Ferries ${index}`,
  createdAt: 0,
  updatedAt: 0,
  headId: null,
  folder: "ChatGPT",
}));

function countRows(openId: string | null): number {
  const app = { store: createStore(() => EMPTY_VIEW) } as unknown as App;
  const shown = renderToStaticMarkup(
    <TranslatorContext value={createTranslator(ENGLISH)}>
      <AppContext value={app}>
        <ProjectList conversations={CHATS} openId={openId} />
      </AppContext>
    </TranslatorContext>,
  );
  expect(shown).toContain("20000");
  return shown.match(/<li/g)?.length ?? 0;
}

it("a project of 20,000 chats draws none of them while it is folded, and sixty when the open one is in it", () => {
  expect(countRows(null)).toBe(0);
  expect(countRows("chat-7")).toBe(60);
});
