import type { Grade } from "../everyday/grade.ts";
import { BOOKINGS, sumBookings } from "./bank-file.ts";

export const PEOPLE = ["student", "accountant", "developer", "elderly"] as const;

/** A question, and a right answer to it; `call` is the tool that has to have answered. */
export interface NewcomerAsk {
  readonly text: string;
  readonly grade: Grade;
  readonly call?: string;
  /** No task is left whose words fit. */
  readonly noTask?: string;
}

/** Questions asked one after the other in one chat, with files from the first on. */
export interface NewcomerChat {
  readonly person: (typeof PEOPLE)[number];
  readonly language: string;
  readonly files: readonly string[];
  /** The folder that is connected. */
  readonly folder?: string;
  readonly asks: readonly NewcomerAsk[];
}

const is = (text: string, re: string): NewcomerAsk => ({ text, grade: { re } });
const num = (text: string, value: number): NewcomerAsk => ({ text, grade: { num: value } });

const THESIS = is("How many pages must my thesis have?", "40 and 60|40.{1,4}60");
const PUMP = is("Explain the biological pump in simple words", "sink|deep|carbon");
const PH = is("ph of the ocean today", "8[.,]1");

/** Two papers of their own, attached. */
const STUDENT: readonly (readonly [files: readonly string[], asks: readonly NewcomerAsk[]])[] = [
  [
    ["rules.txt"],
    [
      is("How often can I repeat an exam?", "twice|two times|third"),
      is("Who do I call about the internship?", "Ortiz"),
      is("What happens if I pay the student fee too late?", "20 euros|fine"),
      is("Can I withdraw from an exam the day before?", "seven days|7 days|failed attempt"),
      { text: "summarize this for me", grade: { re: "exam", min: 200 } },
      is("when do i have to hand in the doctors note if im sick", "three working days|3 working days|three days"),
      THESIS,
      is("how many points do i need to pass", "\\b50\\b"),
      is("in which languages can the thesis be written", "English"),
    ],
  ],
  [
    ["lecture.txt"],
    [
      is("When is the exam?", "4 February|February 4"),
      is("what is the homework and when is it due", "problem set 7|23 November"),
      is("How much carbon has the ocean taken up?", "third|170"),
      PUMP,
      { text: "give me the key points", grade: { re: "carbon|ocean", min: 200 } },
      { text: "make 3 flashcards", grade: { re: "carbon|ocean", min: 120, not: "too small" } },
      is("Why is the ocean getting more acidic?", "carbonic acid|carbon dioxide"),
      is("who gives this lecture", "Varga"),
      is("what may I bring to the exam", "calculator|handwritten"),
    ],
  ],
];

/** In a folder with the sample files, and in one with both papers, each in a new chat. */
const FOLDERS: readonly (readonly [folder: string, asks: readonly NewcomerAsk[]])[] = [
  [
    "sample",
    [
      is("What does the lease say about pets?", "consent"),
      is("How long is the warranty of the washing machine?", "three years|3 years"),
      is("When does my flight to Porto leave?", "9[:.]25"),
      is("how long do the lentils cook", "20 minutes"),
      is("What is the capital of France?", "Paris"),
    ],
  ],
  [
    "papers",
    [
      THESIS,
      is("deadline for problem set 7", "23 November|November 23"),
      PH,
      PUMP,
      is("how much is the student fee", "312"),
      is("Is there a lecture on 19 November?", "\\bno\\b"),
    ],
  ],
];

const inMonth = (month: string) => (day: string) => day.startsWith(`2026-${month}`);
const spent = sumBookings(({ cents }) => cents < 0);
const earned = sumBookings(({ cents }) => cents > 0);
const food = sumBookings(({ kind }) => kind === "Lebensmittel");
const rewe = sumBookings(({ who }) => who === "REWE Köln");
const all = sumBookings(() => true);
const least = Math.min(...BOOKINGS.map(({ cents }) => cents)) / 100;
const most = Math.max(...BOOKINGS.map(({ cents }) => cents)) / 100;
const rents = BOOKINGS.filter(({ kind }) => kind === "Miete");
const many = BOOKINGS.filter(({ cents }) => cents > 100_000).length;
const tax = sumBookings(({ who, day }) => who.startsWith("Finanzamt") && inMonth("03")(day));
const power = sumBookings(({ kind }) => kind === "Strom");

/** As they were asked, and the same in one chat in other words. */
const ACCOUNTANT: readonly (readonly NewcomerAsk[])[] = [
  [num("Summe aller Beträge?", all)],
  [num("Wie viel für Lebensmittel?", food)],
  [num("Summe pro Kategorie", food)],
  [num("durchschnittliche Miete", sumBookings(({ kind }) => kind === "Miete") / rents.length)],
  [num("Summe bei REWE Köln", rewe)],
  [num("Wie viele Zeilen?", BOOKINGS.length)],
  [num("Was habe ich bei REWE insgesamt gezahlt?", rewe)],
  [num("Summe der Ausgaben", spent)],
  [num("Wie viel Geld kam insgesamt rein?", earned)],
  [num("Größte Ausgabe?", least)],
  [num("Anzahl der Buchungen über 1000", many)],
  [num("Wie viel ging im März an das Finanzamt?", tax)],
  [{ ...num("Balkendiagramm: Summe je Kategorie", food), call: "draw_chart" }],
  [
    num("Alles zusammen: Gesamtsumme der Beträge", all),
    num("Was hat Lebensmittel gekostet?", food),
    num("wieviel hab ich bei rewe ausgegeben", rewe),
    num("Ausgaben insgesamt", spent),
    num("Einnahmen insgesamt", earned),
    num("höchste Einnahme", most),
    num(
      "Ausgaben pro Monat",
      sumBookings(({ cents, day }) => cents < 0 && inMonth("02")(day)),
    ),
    num(
      "Was habe ich im April eingenommen?",
      sumBookings(({ cents, day }) => cents > 0 && inMonth("04")(day)),
    ),
    num(
      "Welche Kategorie kostet am meisten?",
      Math.min(
        food,
        sumBookings(({ kind }) => kind === "Steuern"),
      ),
    ),
    num(
      "Summe ohne Miete",
      sumBookings(({ kind }) => kind !== "Miete"),
    ),
    num("Kreisdiagramm der Ausgaben nach Kategorie", food),
  ],
  [num("Stromkosten im Jahr 2026", power)],
  [num("Durchschnitt der Einnahmen", earned / BOOKINGS.filter(({ cents }) => cents > 0).length)],
  [num("Wie oft war ich bei Lidl?", BOOKINGS.filter(({ who }) => who === "Lidl").length)],
  [num("Zeig mir die 3 größten Ausgaben", least)],
  [
    num(
      "Was hat Grünwerk überwiesen?",
      sumBookings(({ who }) => who === "Grünwerk eG"),
    ),
  ],
  [num("Wie hoch ist die Steuerlast in Prozent der Einnahmen?", Math.abs((tax / earned) * 100))],
];

/** With tools of a server of theirs. */
const DEVELOPER: readonly NewcomerAsk[] = [
  { ...is("Which servers are there and what is their load?", "web-1.*web-2.*db-1"), call: "list_servers" },
  { ...is("restart web-2 please", "web-2"), call: "restart_server" },
  { ...is("call explode", "explode|stock|fail|work"), call: "explode" },
  { ...is("use the hang tool", "hang|time|late|work"), call: "hang" },
];

/** One profile: notes and tasks stay from chat to chat. */
const ELDERLY: readonly NewcomerAsk[] = [
  { text: "Recuérdame tomar la pastilla de la tensión mañana a las 9", grade: { task: "pastilla" } },
  { text: "recuerdame llamar a mi hija el domingo por la tarde", grade: { task: "llamar a mi hija" } },
  { text: "Tengo médico el jueves a las 10 y media, avísame", grade: { task: "médico" } },
  is("¿Qué tengo que hacer mañana?", "pastilla"),
  { text: "Apunta que la clave del portal es 4512", grade: { note: "4512" } },
  is("cuál es la clave del portal", "4512"),
  is("¿Cuándo tengo médico?", "jueves|10[:.]30"),
  { text: "quita lo de llamar a mi hija", grade: { not: "saved|added|guardad" }, noTask: "hija" },
  { text: "hola", grade: { min: 4 } },
  is("¿Qué hora es?", "\\d{1,2}[:.]\\d{2}"),
  is("¿Qué día es hoy?", "20\\d\\d|\\d{1,2} de"),
  { text: "¿Cuántos días faltan para Navidad?", grade: { days: { to: "12-25" } } },
  num("cuánto es el 15 por ciento de 80", 12),
  { text: "ponme una alarma a las 8 todos los días para las gotas", grade: { task: "gotas" } },
  { text: "apuntame comprar pan", grade: { any: [{ task: "pan" }, { note: "pan" }] } },
  is("¿qué hay en mi lista?", "pastilla|médico|pan"),
  is("¿cuál es mi clave del portal?", "4512"),
  { text: "llama a mi hija por favor", grade: { declines: true } },
  { text: "¿va a llover mañana?", grade: { declines: true } },
  num("¿Cuántos gramos son dos kilos?", 2000),
  { text: "gracias", grade: { min: 3 } },
];

/** All chats, in the order in which they are held. */
export function listChats(): readonly NewcomerChat[] {
  const folders = FOLDERS.flatMap(([folder, asks]) => asks.map((ask) => ({ folder, asks: [ask] })));
  return [
    ...STUDENT.map(([files, asks]) => ({ person: "student" as const, language: "en", files, asks })),
    ...folders.map((chat) => ({ person: "student" as const, language: "en", files: [], ...chat })),
    ...ACCOUNTANT.map((asks) => ({ person: "accountant" as const, language: "de", files: ["umsätze_2026.csv"], asks })),
    ...DEVELOPER.map((ask) => ({ person: "developer" as const, language: "en", files: [], asks: [ask] })),
    ...ELDERLY.map((ask) => ({ person: "elderly" as const, language: "es", files: [], asks: [ask] })),
  ];
}
