import type { WishLanguage } from "./memory-wishes.ts";

/** What a newcomer asks first. */
const ASKED: Readonly<Record<WishLanguage, RegExp>> = {
  en: /^(?:(?:hi|hello|hey)[,.! ]+)?(?:(?:so )?what (?:all )?(?:can|could) you (?:do|help(?: me)? with)|what are you able to do|how can you help(?: me)?|what do you do|who are you|what are you)(?: for me)?\W*$/iu,
  de: /^(?:(?:hi|hallo|hey)[,.! ]+)?(?:was kannst du(?: alles)?(?: für mich)?(?: tun| machen)?|wobei kannst du(?: mir)? helfen|wie kannst du mir helfen|wer bist du|was bist du)\W*$/iu,
  es: /^¿?(?:hola[,.! ]+¿?)?(?:qué (?:puedes|sabes) hacer(?: por mí)?|en qué (?:me )?puedes ayudar(?:me)?|cómo (?:me )?puedes ayudar(?:me)?|quién eres|qué eres)\W*$/iu,
};

const OPENING: Readonly<Record<WishLanguage, string>> = {
  en: "I am a small model, and I run on your own device. You can ask me, for example:",
  de: "Ich bin ein kleines Modell und laufe auf deinem eigenen Gerät. Du kannst mich zum Beispiel fragen:",
  es: "Soy un modelo pequeño y funciono en tu propio dispositivo. Puedes preguntarme, por ejemplo:",
};

/** By tool, what can be asked for with it. */
const EXAMPLES: readonly (readonly [tool: string, question: Readonly<Record<WishLanguage, string>>])[] = [
  ["calculate", { en: "What is (3 + 5) * 2?", de: "Was ist (3 + 5) * 2?", es: "¿Cuánto es (3 + 5) * 2?" }],
  [
    "convert_units",
    {
      en: "Convert 5 miles to kilometres",
      de: "Rechne 5 Meilen in Kilometer um",
      es: "Convierte 5 millas en kilómetros",
    },
  ],
  ["current_time", { en: "What time is it in Lima?", de: "Wie spät ist es in Lima?", es: "¿Qué hora es en Lima?" }],
  [
    "search_files",
    {
      en: "Which files are in my folder?",
      de: "Welche Dateien sind in meinem Ordner?",
      es: "¿Qué archivos hay en mi carpeta?",
    },
  ],
  [
    "memory_write",
    {
      en: "Remember that my bicycle is green",
      de: "Notiere: Mein Fahrrad ist grün",
      es: "Recuerda que mi bicicleta es verde",
    },
  ],
  [
    "add_task",
    {
      en: "Remind me to call Ana tomorrow",
      de: "Erinnere mich morgen daran, Ana anzurufen",
      es: "Recuérdame mañana llamar a Ana",
    },
  ],
];

const CLOSING: Readonly<Record<WishLanguage, string>> = {
  en: "Attach a text or a PDF, and I show what it says about your question. A larger model, on the Models page, can do more.",
  de: "Hänge einen Text oder ein PDF an, und ich zeige, was darin zu deiner Frage steht. Ein größeres Modell, auf der Seite „Modelle“, kann mehr.",
  es: "Adjunta un texto o un PDF y te muestro lo que dice sobre tu pregunta. Un modelo mayor, en la página «Modelos», puede hacer más.",
};

/** What is said out of courtesy, in the languages in which a small model hardly answers, and the answer. */
const COURTESIES: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:hallo|hi|hey|guten (?:tag|morgen|abend)|servus|moin|grüß (?:dich|gott))(?: (?:du|alcove|zusammen))?\W*$/iu,
    "Hallo! Was kann ich für dich tun?",
  ],
  [
    /^(?:(?:hallo|hi|hey)[,.! ]+)?(?:wie geht(?:['’]?s| es)(?: dir)?(?: heute)?|alles klar|na)\W*$/iu,
    "Danke, gut. Was kann ich für dich tun?",
  ],
  [
    /^(?:vielen |besten |herzlichen )?dank(?:e|eschön)?(?: (?:dir|schön|sehr|vielmals|für die hilfe|für deine hilfe))*\W*$/iu,
    "Gern geschehen.",
  ],
  [/^(?:tschüss|tschau|ciao|auf wiedersehen|bis (?:bald|später|morgen)|gute nacht)\W*$/iu, "Bis bald!"],
  [
    /^[¡]?(?:hola|buenos días|buenas(?: tardes| noches)?|hey)(?: (?:amigo|alcove))?\W*$/iu,
    "¡Hola! ¿En qué puedo ayudarte?",
  ],
  [
    /^[¡¿]?(?:hola[,.! ]+¿?)?(?:qué tal(?: estás)?|cómo (?:estás|te va|andas)(?: hoy)?|todo bien)\W*$/iu,
    "Bien, gracias. ¿En qué puedo ayudarte?",
  ],
  [/^[¡]?(?:muchas |mil )?gracias(?: por (?:todo|tu ayuda|la ayuda))?\W*$/iu, "De nada."],
  [/^[¡]?(?:adiós|chao|hasta (?:luego|pronto|mañana)|nos vemos)\W*$/iu, "¡Hasta pronto!"],
];

/** The answer to a greeting, a thank-you or a farewell in German or Spanish; null for anything else. */
export function toCourtesy(asked: string): string | null {
  return COURTESIES.find(([pattern]) => pattern.test(asked.trim()))?.[1] ?? null;
}

/**
 * What a small model can do, in Markdown, for "What can you do?" in the language it is asked in, by the tools it has. Null
 * for other questions, and where it has no tool of these.
 */
export function toIntroduction(asked: string, hasTool: (name: string) => boolean): string | null {
  for (const language of ["en", "de", "es"] as const) {
    if (!ASKED[language].test(asked.trim())) continue;
    const examples = EXAMPLES.filter(([tool]) => hasTool(tool)).map(([, question]) => `- ${question[language]}`);
    return examples.length === 0 ? null : [OPENING[language], examples.join("\n"), CLOSING[language]].join("\n\n");
  }
  return null;
}
