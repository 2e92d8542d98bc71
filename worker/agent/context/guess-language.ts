import type { WishLanguage } from "./memory-wishes.ts";

/** Words that stand in nearly every sentence of one language and in none of the others. */
const TELLING: readonly (readonly [WishLanguage, RegExp])[] = [
  [
    "de",
    /[äöüß]|(?<!\p{L})(?:der|die|das|ist|sind|wie|wo|wann|wer|welche[rsnm]?|mein(?:e[rsnm]?)?|und|zum?|zur|ich|mir|gib|zeig|welch\p{L}*|lies|nach|von|mit|datei(?:en)?|lösche|steht|benenne|ersetze|verschiebe)(?!\p{L})/giu,
  ],
  ["en", /(?<!\p{L})(?:the|is|are|was|what|which|how|when|where|who|do|does|my|of|me|and|say|files?|to)(?!\p{L})/giu],
  [
    "es",
    /[ñ¿¡áéíóú]|(?<!\p{L})(?:el|la|los|las|es|son|qué|cuál|cuánt[oa]s?|dónde|quién|mis?|en|del?|por|con|hay|dice|muestra|lista|archivos?|borra|escribe|renombra|reemplaza|mueve|y)(?!\p{L})/giu,
  ],
];

/** The language that a sentence to the assistant is most likely in; English where nothing speaks against it. */
export function guessLanguage(asked: string): WishLanguage {
  const counts = TELLING.map(([language, words]) => ({ language, count: asked.match(words)?.length ?? 0 }));
  const [best] = counts.sort((one, other) => other.count - one.count);
  return best !== undefined && best.count > 0 ? best.language : "en";
}
