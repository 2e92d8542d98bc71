import type { ToolSpec } from "../../protocol/tool.ts";
import type { WishLanguage } from "./memory-wishes.ts";

/** Something that newcomers ask for and that needs a tool which is not built in. */
interface Topic {
  readonly asked: Readonly<Record<WishLanguage, RegExp>>;
  readonly name: Readonly<Record<WishLanguage, string>>;
  /** Words of a tool that may be for it. */
  readonly tool: RegExp;
}

const TOPICS: readonly Topic[] = [
  {
    asked: {
      en: /^(?:(?:what|how)(?:['’]s| is| was| will)? (?:the )?weather\b|(?:will|is|does|did) it (?:going to )?(?:be )?(?:rain|snow|sunny|warm|cold|hot|windy)\w*\b|(?:do|will) i need an umbrella|(?:the )?weather(?: forecast)?(?: (?:in|for|today|tomorrow|now)\b.*)?$|how (?:hot|cold|warm) (?:is|will) it\b)/iu,
      de: /^(?:wie (?:ist|wird|war) (?:denn )?(?:heute |morgen )?das wetter|(?:regnet|schneit|stürmt) es|wird es (?:\p{L}+ )*(?:regnen|schneien|warm|kalt|heiß|sonnig)|brauche ich (?:\p{L}+ )*(?:regen)?schirm|(?:das )?wetter(?:bericht|vorhersage)?(?: (?:in|für|heute|morgen).*)?\W*$|wie (?:warm|kalt|heiß) (?:ist|wird) es)/iu,
      es: /^(?:qué (?:tiempo|clima) (?:hace|hará|hay)|(?:cómo|cuál) (?:está|es|será|estará) el (?:tiempo|clima)|(?:va a |está )?(?:llover|llueve|lloverá|nevar|nieva|nevará)(?!\p{L})|hace (?:frío|calor)|necesito (?:un )?paraguas|(?:el )?(?:tiempo|clima) (?:en|para|hoy|mañana))/iu,
    },
    name: { en: "the weather", de: "das Wetter", es: "el tiempo" },
    tool: /weather|forecast|temperature|wetter|clima|tiempo/iu,
  },
  {
    asked: {
      en: /^(?:what(?:['’]s| is| are)? (?:in |new in |the |on )*(?:latest |today['’]?s |current |top )*(?:news|headlines)\b|(?:tell|give|show|read)(?: me)? (?:the |some )?(?:latest |today['’]?s )*(?:news|headlines)|what(?:['’]s| is) (?:happening|going on) in the world|any news(?: today)?\W*$|who won\b.*(?:yesterday|last night|today|match|game|election)|what(?:['’]s| is) (?:the )?(?:score|stock price|share price|exchange rate|bitcoin price|price of bitcoin)\b)/iu,
      de: /^(?:was (?:gibt es|gibt['’]?s|sind die|steht in den|ist in den|ist) (?:neues in der welt|(?:heute |neuesten |aktuellen )*(?:nachrichten|schlagzeilen))|(?:zeig|lies|sag|gib)\p{L}* mir (?:die )?(?:neuesten |aktuellen )?(?:nachrichten|schlagzeilen)|(?:was|wie) (?:ist|steht) der (?:aktienkurs|wechselkurs|kurs|spielstand|bitcoin)|wer hat (?:gestern|heute)\b.*gewonnen|was gibt es neues)/iu,
      es: /^(?:(?:qué|cuáles son las|dime las|dame las|muéstrame las|hay) (?:dicen las |últimas |hay en las )?noticias|qué (?:noticias|pasa en el mundo)|quién ganó .*(?:ayer|anoche|hoy|partido)|(?:cuál es|a cuánto está) (?:el|la) (?:precio|cotización|tipo de cambio|bitcoin|dólar))/iu,
    },
    name: { en: "the news", de: "Nachrichten und Kurse", es: "las noticias" },
    tool: /news|headline|stock|price|score|nachricht|noticia|fetch|web|search the|browse|http/iu,
  },
  {
    asked: {
      en: /^(?:(?:can|could) you )?(?:please )?(?:send|write|text|email|e-mail|message|call|phone|ring)(?: (?:an?|my|the))? ?(?:\w+ )?(?:e-?mail|text|sms|whatsapp|message|mum|mom|dad|boss|wife|husband|doctor|\+?\d{5,})\b(?! (?:about|of) (?:a|the) file)/iu,
      de: /^(?:(?:kannst|könntest) du )?(?:bitte )?(?:schick|sende|schreib|ruf)\p{L}* .*(?:e-?mail|mail|sms|whatsapp|nachricht an|(?<!\p{L})an(?:rufen)?\W*$)/iu,
      es: /^(?:(?:puedes|podrías) )?(?:por favor )?(?:env[ií]a\p{L}*|manda\p{L}*|escribe un|llama(?:r)? a)(?!\p{L}).*(?:correo|e-?mail|sms|whatsapp|mensaje|mi |^llama)/iu,
    },
    name: { en: "sending messages or calling", de: "Nachrichten und Anrufe", es: "enviar mensajes o llamar" },
    tool: /mail|message|sms|send|call|phone|slack|telegram/iu,
  },
  {
    asked: {
      en: /^(?:(?:can|could) you )?(?:please )?(?:play (?:some |a |the |me )*(?:music|song|radio|playlist|jazz|podcast)\b|set (?:an? |the |my )*(?:\S+ )?(?:alarm|timer)\b|(?:order|book) (?:me )?(?:an? |some )?(?:pizza|taxi|flight|hotel|table|food|room|ticket|uber)|turn (?:on|off) the (?:tv|heating|radio))/iu,
      de: /^(?:(?:kannst|könntest) du )?(?:bitte )?(?:spiel\p{L}* .*(?:musik|lied|radio|song)|(?:stell|setz)\p{L}* .*(?:wecker|timer|alarm)|wecke? mich|(?:bestell|buch)\p{L}* .*(?:pizza|taxi|flug|hotel|tisch|essen|zimmer|ticket))/iu,
      es: /^(?:(?:puedes|podrías) )?(?:por favor )?(?:pon\p{L}* .*(?:música|canción|radio|alarma|temporizador|despertador)|(?:pide|reserva)\p{L}* .*(?:pizza|taxi|vuelo|hotel|mesa|comida|habitación))/iu,
    },
    name: { en: "that", de: "so etwas", es: "eso" },
    tool: /music|play|song|alarm|timer|order|book|taxi|flight|hotel|home/iu,
  },
];

const TOLD: Readonly<Record<WishLanguage, (name: string) => string>> = {
  en: (name) => `I have no tool for ${name}. You can add one on the Tools page: one of your own, or an MCP server.`,
  de: (name) =>
    `Ich habe kein Werkzeug für ${name}. Auf der Seite „Werkzeuge“ kannst du eines hinzufügen: ein eigenes oder einen MCP-Server.`,
  es: (name) =>
    `No tengo ninguna herramienta para ${name}. En la página «Herramientas» puedes añadir una: tuya o de un servidor MCP.`,
};

/** What to say to a plain wish for which none of these tools is; null for every other, and where one might be for it. */
export function findMissingTool(question: string, tools: readonly ToolSpec[]): string | null {
  const asked = question
    .trim()
    .replace(/^[¿¡]+/u, "")
    .replace(/^(?:hi|hello|hey|hallo|hola|ok(?:ay)?|so|and|und|y|please|bitte|por favor)(?!\p{L})[,.! ¿]*/iu, "");
  for (const { asked: patterns, name, tool } of TOPICS) {
    const language = (["en", "de", "es"] as const).find((each) => patterns[each].test(asked));
    if (language === undefined) continue;
    const mayBeFor = tools.some((each) => tool.test(`${each.name} ${each.description}`) && !BUILT_IN.has(each.name));
    return mayBeFor ? null : TOLD[language](name[language]);
  }
  return null;
}

/** Tools whose descriptions have such words and that are for something else. */
const BUILT_IN: ReadonlySet<string> = new Set([
  "convert_units",
  "calculate",
  "current_time",
  "days_between",
  "date_add",
  "string_length",
  "add_task",
  "list_tasks",
  "complete_task",
  "memory_write",
  "memory_search",
  "memory_read",
  "memory_delete",
  "query_table",
  "describe_table",
  "draw_chart",
  "run_sql",
  "search_files",
  "read_file",
  "list_files",
  "find_files",
  "list_events",
  "read_page",
]);
