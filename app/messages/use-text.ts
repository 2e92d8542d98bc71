import { createContext, useContext } from "react";
import type { Translator } from "./translate.ts";

export const TranslatorContext = createContext<Translator | null>(null);

/** The page's texts in the chosen language. */
export function useText(): Translator {
  const translator = useContext(TranslatorContext);
  if (translator === null) throw new Error("useText outside of its provider");
  return translator;
}
