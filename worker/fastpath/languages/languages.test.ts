import { describe, expect, it } from "vitest";
import { toPattern } from "../../tools/grammar/pattern.ts";
import { askResponders } from "../fastpath.fixture.ts";
import type { Language } from "../language.ts";
import german from "./de.json" with { type: "json" };
import english from "./en.json" with { type: "json" };
import spanish from "./es.json" with { type: "json" };

/** The paths of an object's fields. */
function listFields(value: object, path = ""): readonly string[] {
  return Object.entries(value)
    .flatMap(([key, each]) =>
      typeof each === "object" && !Array.isArray(each) ? listFields(each, `${path}/${key}`) : [`${path}/${key}`],
    )
    .sort();
}

describe.each([
  ["English", english],
  ["German", german],
  ["Spanish", spanish],
])("the file of %s", (_, language) => {
  it("has the shape that all have, and no field beside it", () => {
    expect(listFields(language)).toEqual(listFields(ITALIAN));
  });

  it("has patterns that can be read", () => {
    const { sums, conversions, dates, clock, notes, tasks } = language;
    const { forms, until, since, between, day, later, earlier } = dates;
    const lists = [sums.ask, conversions.ask, forms, until, since, between, day, later, earlier, clock];
    for (const pattern of [
      ...lists,
      notes.keep,
      notes.forget,
      notes.list,
      tasks.add,
      tasks.when,
      language.courtesies,
    ].flat()) {
      expect(toPattern(pattern).length, pattern).toBeGreaterThan(0);
    }
  });
});

it("a pattern that is not closed is refused", () => {
  expect(() => toPattern("how many [days")).toThrow("Not closed");
});

/** A fourth language, as small as the schema lets it be. */
const ITALIAN: Language = {
  locales: ["it-IT"],
  courtesies: ["per favore | grazie"],
  and: ["e"],
  numbers: {
    ...{
      factors: [],
      few: ["1 = un, una"],
      half: [],
      minus: [],
      compound: false,
    },
    values: ["1+1 = uno, due, tre, quattro"],
  },
  sums: {
    ask: ["quanto fa {sum}"],
    operators: ["+ = più; - = meno; * = per; / = diviso; ^ = alla"],
    percent: ["per cento"],
    values: ["la metà di {a:value} => ({a} / 2)"],
    endings: ["al quadrato => ({a} ^ 2)"],
    steps: "",
  },
  conversions: {
    ask: ["quanti {to:unit} sono {amount} {from:measure}"],
    units: ["miles = miglia; kilometers = chilometri"],
  },
  dates: {
    ...{
      near: ["0 = oggi; 1 = domani"],
      feasts: ["12-25 = natale"],
    },
    ...{
      forms: ["{near} | {feast} | il {day} {month} {year}"],
      digits: "",
      until: ["quanti {span} mancano a {date}"],
      since: [],
      between: [],
    },
    spans: ["days = giorno, giorni; weeks = settimane; months = mesi; years = anni"],
    ...{ day: ["che giorno è {date}"], later: [], earlier: [] },
  },
  clock: "che ore sono [a {place}]",
  notes: {
    ...{ list: "cosa (è|sta) in {place}", none: "Niente." },
    ...{
      keep: ["ricorda che {text}"],
      forget: [],
      noFacts: [],
      about: "lettore",
      joints: ["e"],
      requests: ["dimmi"],
      small: [],
    },
    ...{ saved: "Salvato.", notSaved: "Non salvato.", deleted: "Fatto: {n}.", off: "Memoria spenta." },
  },
  files: { whole: "riassumi", nearest: "I passaggi più vicini:", tooSmall: "Troppo piccolo." },
  tables: {
    ask: "sum = somma",
    small: ["di"],
    say: ["sum = La somma di {column}", "is = {what}{where} è **{value}**."],
  },
  tasks: {
    ...{ add: "ricordami {when} di {task}", when: "{date} {clock}", repeats: "", spans: "", unclear: "sera" },
    ...{ clock: "alle {h} => 0", added: "Nella tua lista", either: "Mattina o sera?" },
  },
  failed: "Non si può calcolare.",
};

describe("a fourth language is a file", () => {
  it.each<[question: string, answer: string]>([
    ["Quanto fa due più tre?", "2 + 3 = **5**"],
    ["Per favore quanto fa la metà di 37", "37 ÷ 2 = **18,5**"],
    ["Quanti chilometri sono 5 miglia?", "5 miglia ≈ **8,0467 chilometri**"],
    ["Quanti giorni mancano a Natale?", "**31 giorni**"],
    ["Che giorno è il 3 gennaio 2027?", "**domenica 3 gennaio 2027**"],
    ["Che giorno è domani?", "**mercoledì 25 novembre 2026**"],
    ["Che ore sono a Tokio?", "Tokio: **20:00**"],
    ["Ricorda che il mio gatto si chiama Tom", "Salvato."],
    [
      "Ricordami domani alle 9 di chiamare Ada",
      "Nella tua lista: **chiamare Ada** · mercoledì 25 novembre 2026 alle ore 09:00",
    ],
  ])("%s", async (question, answer) => {
    expect(await askResponders(question)).toBeNull();
    expect((await askResponders(question, [], [ITALIAN]))?.text).toBe(answer);
  });

  it.each(["Quanto fa due mele?", "Ricorda che ho sete e dimmi una barzelletta"])(
    "left alone: %s",
    async (question) => {
      expect(await askResponders(question, [], [ITALIAN])).toBeNull();
    },
  );
});
