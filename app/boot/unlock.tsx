import { createRoot } from "react-dom/client";
import type { EncryptionApi } from "../../worker/protocol/api/encryption-api.ts";
import { chooseLanguage, loadLanguage } from "../messages/load-language.ts";
import { createTranslator } from "../messages/translate.ts";
import { TranslatorContext } from "../messages/use-text.ts";
import { followLock } from "../services/lock.ts";
import { UnlockPage } from "../shell/unlock-page.tsx";
import { ENCRYPTED, type TextStore } from "../state/text-store.ts";

/** Covers the app with the page that asks for the passphrase, until it was the right one. */
export async function unlock(
  api: EncryptionApi,
  texts: TextStore,
  readView: Parameters<typeof followLock>[1],
): Promise<void> {
  const known = texts.read(ENCRYPTED) || "auto";
  texts.write(ENCRYPTED, known);
  const language = await loadLanguage(chooseLanguage(known, navigator.languages));
  const root = document.getElementById("root");
  const place = document.createElement("div");
  place.lang = language.code;
  root?.setAttribute("inert", "");
  document.body.append(place);
  const page = createRoot(place);
  await new Promise<void>((resolve) =>
    page.render(
      <TranslatorContext value={createTranslator(language)}>
        <UnlockPage api={api} onOpen={resolve} />
      </TranslatorContext>,
    ),
  );
  followLock(texts, readView);
  page.unmount();
  place.remove();
  root?.removeAttribute("inert");
}
