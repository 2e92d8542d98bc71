import type { ThreadMessage } from "../../formats/format.ts";
import { toGbnfLiteral } from "../../formats/grammar/json-schema-to-gbnf.ts";
import type { OutputConstraint } from "../../formats/output-constraint.ts";
import type { ToolCall } from "../../protocol/tool.ts";
import { guessLanguage } from "../context/guess-language.ts";
import type { WishLanguage } from "../context/memory-wishes.ts";

const WHEN =
  /(?<!\p{L})(?:times?|clock|late|early|dates?|days?|today|tonight|now|when|hours?|minutes?|weeks?|weekday|months?|years?|tomorrow|yesterday|morning|evening|night|noon|midnight|(?:sun|mon|tues|wednes|thurs|fri|satur)day|since|until|ago|fortnight|birthday|christmas|easter|long|uhr(?:zeit)?|zeit|spät|früh|datum|tage?n?|heute|jetzt|wann|stunden?|minuten?|wochen?|wochentag|monate?n?|jahre?n?|morgen|gestern|vorgestern|übermorgen|abend|nacht|mittag|(?:sonn|mon|diens|donners|frei|sams)tag|mittwoch|seit|bis|weihnachten|ostern|lange|wievielte[nr]?|horas?|fechas?|días?|hoy|ahora|cuándo|minutos?|semanas?|mes(?:es)?|años?|mañana|ayer|noche|tarde|lunes|martes|miércoles|jueves|viernes|sábado|domingo|desde|hasta|hace|falta|navidad)(?!\p{L})|\p{N}/iu;
const TASK =
  /(?<!\p{L})(?:tasks?|to-?dos?|remind\p{L}*|lists?|due|chores?|errands?|need|must|should|have to|has to|got to|gotta|forget|done|finish\p{L}*|complet\p{L}*|tick\p{L}*|check off|plan|appointments?|aufgaben?|erinner\p{L}*|listen?|fällig|erledig\p{L}*|muss|müssen|soll|sollte|vergess\p{L}*|fertig|termine?|planen?|tareas?|recu[eé]rd\p{L}*|recordatorios?|listas?|pendientes?|tengo que|debo|hay que|olvid\p{L}*|terminad\p{L}*|hech[oa]|cita)(?!\p{L})/iu;
const LETTERS =
  /(?<!\p{L})(?:letters?|characters?|chars?|long|longer|length|words?|spell\p{L}*|symbols?|digits?|buchstaben?|zeichen|lang|länge|wort(?:e|es)?|wörter|ziffern?|letras?|car[aá]cter(?:es)?|larg[oa]s?|longitud|palabras?)(?!\p{L})/iu;
const NUMBERS =
  /\p{N}|(?<!\p{L})(?:one|two|three|four|five|six|seven|eight|nine|ten|\p{L}+teen|\p{L}+ty|dozen|hundred|thousand|half|third|quarter|double|twice|triple|percent|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|\p{L}+zehn|\p{L}+zig|dreißig|dutzend|\p{L}*hundert\p{L}*|\p{L}*tausend\p{L}*|hälfte|drittel|viertel|doppelt\p{L}*|prozent|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|docena|\p{L}+enta|veint\p{L}+|cien\p{L}*|mil|mitad|tercio|cuarto|doble|pi)(?!\p{L})/iu;

/** By built-in tool, words of which a question has one if it is about what the tool is for. */
const NEEDED: ReadonlyMap<string, RegExp> = new Map([
  ["current_time", WHEN],
  ["days_between", WHEN],
  ["date_add", WHEN],
  ["string_length", LETTERS],
  ["calculate", NUMBERS],
  ["add_task", TASK],
  ["complete_task", TASK],
  ["list_tasks", TASK],
]);
/** Questions back in which the word may stand: "And in Tokyo?" */
const QUESTIONS = 2;

/** True if a weak model calls a built-in tool and nothing the user has said lately is about what that tool is for. */
export function isUnasked(toolName: string, thread: readonly ThreadMessage[]): boolean {
  const needed = NEEDED.get(toolName);
  if (needed === undefined) return false;
  return !listQuestions(thread).some((question) => needed.test(question));
}

function listQuestions(thread: readonly ThreadMessage[]): readonly string[] {
  return thread.flatMap((each) => (each.role === "user" ? [each.asked ?? each.text] : [])).slice(-QUESTIONS);
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})/u;

/** True if a weak model counts with a date whose year and day nobody has said, or moves one by a number nobody has said. */
export function hasInventedDate(
  { name, arguments: input }: Pick<ToolCall, "name" | "arguments">,
  thread: readonly ThreadMessage[],
): boolean {
  if (name !== "days_between" && name !== "date_add") return false;
  const said = listSaid(thread);
  const numbers = new Set(said.join(" ").match(/\d+/gu)?.map(Number));
  const isInvented = Object.values(input).some((value) => {
    const [, year, , day] = (typeof value === "string" ? DATE.exec(value) : null) ?? [];
    return year !== undefined && !numbers.has(Number(year)) && !numbers.has(Number(day));
  });
  const isMovedUnasked =
    typeof input.amount === "number" && input.amount !== 0 && !listQuestions(thread).some(saysNumber);
  return isInvented || isMovedUnasked;
}

/** What the user said and what calls came to; not what is wrong with a call, which may name an example. */
function listSaid(thread: readonly ThreadMessage[]): readonly string[] {
  const succeeded = new Set(
    thread.flatMap((each) =>
      each.role === "assistant"
        ? each.calls.flatMap(({ call, outcome }) => (outcome?.type === "success" ? [call.id] : []))
        : [],
    ),
  );
  return thread.flatMap((each) => {
    if (each.role === "user") return [each.text];
    if (each.role === "assistant") return [];
    return each.results.flatMap(({ callId, text }) => (succeeded.has(callId) ? [text] : []));
  });
}

function saysNumber(question: string): boolean {
  return NUMBERS.test(question) || /(?<!\p{L})(?:an?|couple|fortnight|ein\p{L}{0,2}|una?)(?!\p{L})/iu.test(question);
}

const TOLD: Readonly<Partial<Record<WishLanguage, string>>> = {
  de: "Das habe ich nicht verstanden, oder ich habe kein Werkzeug dafür. Frag „Was kannst du?“, oder nimm ein größeres Modell auf der Seite „Modelle“.",
  es: "No lo he entendido, o no tengo ninguna herramienta para eso. Pregunta «¿Qué puedes hacer?» o usa un modelo mayor en la página «Modelos».",
};

/**
 * What a weak model is held to after a call that nobody asked for: where the question is in a language that it hardly
 * writes, a sentence that says so. Null where it may say in its own words what is missing.
 */
export function toUnaskedConstraint(thread: readonly ThreadMessage[]): OutputConstraint | null {
  const text = TOLD[guessLanguage(listQuestions(thread).at(-1) ?? "")];
  if (text === undefined) return null;
  const grammar = `root ::= ${toGbnfLiteral(text)}\n`;
  return {
    mode: "forced",
    gbnf: { grammar, triggers: [] },
    structuralTag: { type: "structural_tag", format: { type: "grammar", grammar } },
  };
}
