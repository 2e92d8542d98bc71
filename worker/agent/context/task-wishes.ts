import { ASKS_MORE, toFirstSentence, type WishLanguage } from "./memory-wishes.ts";

/** A wish about the list of tasks that needs no model. */
export type TaskWish =
  | { readonly type: "add"; readonly language: WishLanguage; readonly task: string; readonly due?: string }
  | { readonly type: "list"; readonly language: WishLanguage; readonly which: "open" | "today" };

/** When, said before what is to be done. */
const SOON =
  "(?:today|tonight|tomorrow|(?:on |next |every )?(?:sun|mon|tues|wednes|thurs|fri|satur)day|in \\S+ \\S+|at \\S+)(?: at \\S+)?";
const BALD =
  "(?:heute|(?:über)?morgen|(?:am |jeden |nächsten )?(?:sonn|mon|diens|donners|frei|sams)tag|(?:am )?mittwoch|in \\S+ \\S+|um \\S+(?: uhr)?)(?: um \\S+(?: uhr)?| (?:früh|abend))?";
const PRONTO =
  "(?:hoy|(?:pasado )?mañana|(?:el |este |cada )?(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo)|en \\S+ \\S+)(?: a las? \\S+)?";

/** Each has what is to be done, as `task`, and perhaps when, as `due`. */
const ADD: readonly (readonly [WishLanguage, RegExp])[] = [
  ["en", new RegExp(`^remind me (?:(?<due>${SOON}),? )?(?:to|about) (?<task>\\S.*)$`, "iu")],
  ["en", /^(?:don['’]?t|do not) (?:let me )?forget to (?<task>\S.*)$/iu],
  [
    "en",
    /^(?:put|add|write|place) (?!(?:this|that|it|them)\b)(?<task>\S.*?) (?:on|to|onto|down on) (?:my|the) (?:(?:to-?do|task)s?[- ]?list|to-?dos?|tasks|list)(?:,? (?:for |by )?(?<due>\S.*))?$/iu,
  ],
  [
    "en",
    /^(?:(?:add|create|make|set|new)(?: an?| me an?)?(?: new)? (?:task|to-?do|reminder)|to-?do|new task)(?:: ?| to | for (?:me to )?)(?<task>\S.*)$/iu,
  ],
  ["de", new RegExp(`^erinnere? mich (?:bitte )?(?:(?<due>${BALD}) )?(?:daran|an),? (?<task>\\S.*)$`, "iu")],
  [
    "de",
    /^(?:setze?|schreibe?|nimm|packe?|füge?) (?!(?:das|es|sie|ihn)\b)(?<task>\S.*?) (?:auf|in|zu) (?:meine|meiner|die|der) (?:to-?do-?|aufgaben-?)?(?:liste|aufgaben|to-?dos)(?: hinzu)?(?:,? (?:für )?(?<due>\S.*))?$/iu,
  ],
  ["de", /^(?:neue aufgabe|aufgabe|to-?do): ?(?<task>\S.*)$/iu],
  ["es", new RegExp(`^recuérdame (?:(?<due>${PRONTO}),? )?(?:que (?:tengo|debo)(?: que)? )?(?<task>\\S.*)$`, "iu")],
  [
    "es",
    /^(?:pon|añade|agrega|apunta|anota) (?!(?:esto|eso)\b)(?<task>\S.*?) (?:en|a) (?:mi|la|mis|las) (?:lista(?: de tareas)?|tareas)(?:,? (?:para )?(?<due>\S.*))?$/iu,
  ],
  ["es", /^(?:nueva tarea|tarea): ?(?<task>\S.*)$/iu],
];

/** The whole of a question about what there is to do. */
const LIST: readonly (readonly [WishLanguage, RegExp])[] = [
  [
    "en",
    /^(?:and |so )?(?:what(?:['’]?s| is)(?: there)?(?: still)?(?: left)?(?: for me)? (?:on (?:my|the) (?:(?:to-?do|task) ?)?list|to (?:do|be done)|due)|what (?:are|were) my(?: open)? (?:tasks|to-?dos|reminders)|what(?: else)? (?:do|must) i(?: still)?(?: have to| need to)? (?:do|get done)|(?:show|list|tell|give|read)(?: me)? my(?: open)? (?:tasks|to-?dos|(?:to-?do |task )?list|reminders)|(?:do i|have i)(?: still)?(?: have| got)? (?:any(?:thing)?(?: left)?)(?: open)? (?:tasks|to-?dos|to do)|(?:any|my) (?:open )?(?:tasks|to-?dos|to-?do list))(?: left| open)?(?: for)?(?: today| tonight)?\W*$/iu,
  ],
  [
    "de",
    /^(?:und )?(?:was (?:muss|soll|habe) ich (?:heute |noch |alles )*(?:zu )?(?:tun|erledigen|machen)|was (?:steht|liegt) (?:heute |noch |bei mir )*an|was (?:steht|ist) (?:heute |noch |alles )*auf meiner (?:to-?do-?|aufgaben)?liste|was ist (?:heute |noch )*(?:zu tun|zu erledigen)|(?:zeige?|nenne?)(?: mir)? meine (?:offenen )?(?:aufgaben|to-?dos|(?:to-?do-|aufgaben)liste)|welche (?:offenen )?aufgaben habe ich(?: noch| heute)*|habe ich (?:heute |noch )*(?:offene aufgaben|aufgaben|etwas zu tun)|was sind meine aufgaben|meine aufgaben)\W*$/iu,
  ],
  [
    "es",
    /^¿?(?:y )?(?:qué (?:tengo que|debo|me queda por|me falta por) hacer|qué (?:hay|tengo) (?:en mi lista(?: de tareas)?|pendiente)|cuáles son mis (?:tareas|pendientes)|(?:muéstrame|enséñame|dime) mis (?:tareas|pendientes)|tengo (?:alguna )?(?:tareas?|pendientes)|mis tareas)(?: pendientes?)?(?: para)?(?: hoy)?\W*$/iu,
  ],
];

const TODAY = /(?<!\p{L})(?:today|tonight|heute|hoy)(?!\p{L})/iu;
const MAX_TASK = 200;

/** What a message plainly asks of the list of tasks; null where it asks for nothing of the kind, or for more than that. */
export function toTaskWish(asked: string): TaskWish | null {
  const sentence = toFirstSentence(asked);
  // A second sentence asks for something else.
  if (!asked.trim().endsWith(sentence)) return null;
  for (const [language, pattern] of LIST) {
    if (pattern.test(sentence)) return { type: "list", language, which: TODAY.test(sentence) ? "today" : "open" };
  }
  for (const [language, pattern] of ADD) {
    const { task, due } = pattern.exec(sentence)?.groups ?? {};
    if (task === undefined) continue;
    const said = trimEnd(task);
    if (said === "" || said.length > MAX_TASK || ASKS_MORE.test(sentence)) return null;
    // "Could you …?" is a wish; without that a question is none.
    if (sentence.endsWith("?") && sentence === asked.trim()) return null;
    return { type: "add", language, task: said, ...(due === undefined ? {} : { due: trimEnd(due) }) };
  }
  return null;
}

function trimEnd(text: string): string {
  return text.replace(/[\s,;.!?…]+$/u, "");
}
