import { describe, expect, it } from "vitest";
import type { Attachment } from "../../protocol/message.ts";
import { type Answered, askResponders } from "../fastpath.fixture.ts";

const BANK = `Buchungstag;Empfänger;Kategorie;Betrag (€)
05.01.2026;REWE Köln;Lebensmittel;-20,50
12.01.2026;Lidl;Lebensmittel;-10,25
01.02.2026;Vermieter Schmidt;Miete;-900,00
02.02.2026;Arbeitgeber GmbH;Gehalt;2.500,00
09.03.2026;REWE Köln;Lebensmittel;-31,00
10.03.2026;Finanzamt Köln-Süd;Steuern;-1.200,00
20.03.2026;Finanzamt Köln-Süd;Steuern;150,40`;
const SPENT = `day,shop,kind,amount
2026-01-03,Corner Bakery,food,12.10
2026-01-20,Rail,travel,100.20
2026-02-01,Corner Cafe,food,0.20`;

const toFile = (name: string, text: string): Attachment => ({ name, mediaType: "text/csv", text });

function ask(
  text: string,
  file = toFile("umsätze.csv", BANK),
  model: "small" | "large" = "large",
): Promise<Answered | null> {
  return askResponders(text, [], [], [file], model);
}

describe("a question to a table that is understood to its last word", () => {
  it.each<[question: string, answer: string]>([
    ["Summe aller Beträge?", "Die Summe von „Betrag (€)“ ist **488,65**."],
    [
      "Was habe ich bei REWE insgesamt gezahlt?",
      "Die Summe von „Betrag (€)“ (Empfänger: REWE Köln, Betrag (€) < 0) ist **-51,50**.",
    ],
    ["Summe der Ausgaben", "Die Summe von „Betrag (€)“ (Betrag (€) < 0) ist **-2.161,75**."],
    ["Wie viel Geld kam insgesamt rein?", "Die Summe von „Betrag (€)“ (Betrag (€) > 0) ist **2.650,40**."],
    ["Wie viel für Lebensmittel?", "Die Summe von „Betrag (€)“ (Kategorie: Lebensmittel) ist **-61,75**."],
    [
      "Größte Ausgabe?",
      "Der größte Wert von „Betrag (€)“ (Betrag (€) < 0) ist **-1.200**. 2026-03-10 · Finanzamt Köln-Süd · Steuern",
    ],
    [
      "kleinste Einnahme",
      "Der kleinste Wert von „Betrag (€)“ (Betrag (€) > 0) ist **150,40**. 2026-03-20 · Finanzamt Köln-Süd · Steuern",
    ],
    [
      "Wie viel ging im März an das Finanzamt?",
      "Die Summe von „Betrag (€)“ (Empfänger: Finanzamt Köln-Süd, Buchungstag: 2026-03) ist **-1.049,60**.",
    ],
    ["Wie viele Zeilen?", "Die Anzahl der Zeilen ist **7**."],
    ["Anzahl der Ausgaben über 1000", "Die Anzahl der Zeilen (Betrag (€) < 0, Betrag (€) < -1000) ist **1**."],
    ["durchschnittliche Miete", "Der Durchschnitt von „Betrag (€)“ (Kategorie: Miete) ist **-900**."],
    ["Durchschnitt der Ausgaben", "Der Durchschnitt von „Betrag (€)“ (Betrag (€) < 0) ist **-432,35**."],
    ["Summe pro Kategorie", "Die Summe von „Betrag (€)“ nach „Kategorie“ steht in der Tabelle, 4 Zeilen."],
    [
      "Ausgaben je Monat",
      "Die Summe von „Betrag (€)“ nach „Buchungstag“ (Betrag (€) < 0) steht in der Tabelle, 3 Zeilen.",
    ],
    ["Balkendiagramm: Summe je Kategorie", "Das Diagramm zeigt: Die Summe von „Betrag (€)“ nach „Kategorie“."],
    ["Zeig mir die 2 größten Ausgaben", "2 Zeilen (Betrag (€) < 0)"],
    ["Die 2 größten Ausgaben", "2 Zeilen (Betrag (€) < 0)"],
    [
      "Wie viel habe ich im Januar für Miete ausgegeben?",
      "Keine Zeile passt (Kategorie: Miete, Buchungstag: 2026-01, Betrag (€) < 0).",
    ],
    [
      "Was habe ich im Februar ausgegeben",
      "Die Summe von „Betrag (€)“ (Buchungstag: 2026-02, Betrag (€) < 0) ist **-900**.",
    ],
  ])("%s", async (question, answer) => {
    expect((await ask(question))?.text).toBe(answer);
  });

  it.each<[question: string, answer: string]>([
    ["What is the average amount?", "The average of “amount” is **37.50**."],
    ["How much did I spend at Corner Bakery?", "The sum of “amount” (shop: Corner Bakery) is **12.10**."],
    ["What is the average amount in expenses.csv?", "The average of “amount” is **37.50**."],
    ["Total by kind", "The sum of “amount” by “kind” stands in the table, 2 rows."],
    ["How much did I spend on food in January?", "The sum of “amount” (kind: food, day: 2026-01) is **12.10**."],
    ["most expensive", "The largest value of “amount” is **100.20**. 2026-01-20 · Rail · travel"],
    ["how many rows are over 10?", "The number of rows (amount > 10) is **2**."],
    ["¿Cuánto gasté en total?", "La suma de “amount” es **112,50**."],
  ])("%s", async (question, answer) => {
    expect((await ask(question, toFile("expenses.csv", SPENT)))?.text).toBe(answer);
  });

  it("says the shared beginning of several values", async () => {
    const answer = await ask("How much did I spend at Corner?", toFile("expenses.csv", SPENT));
    expect(answer?.text).toBe("The sum of “amount” (shop: Corner …) is **12.30**.");
  });
});

it.each([
  ["How many rows are in days.csv?", "The number of rows is **3**."],
  ["Wie viele Zeilen hat days.csv?", "Die Anzahl der Zeilen ist **3**."],
  ["¿Cuántas filas tiene days.csv?", "El número de filas es **3**."],
])("a question that the page suggests is understood: %s", async (question, answer) => {
  expect((await ask(question, toFile("days.csv", SPENT)))?.text).toBe(answer);
});

describe("a question with a word that is neither an operation nor a column nor a value", () => {
  const odd = [
    "Was habe ich bei Edeka insgesamt gezahlt?",
    "Summe der Ausgaben ohne Miete",
    "Summe der Beträge außer REWE",
    "Wie viel habe ich seit März ausgegeben?",
    "Wie viele Kategorien?",
    "Summe Kategorie",
    "Welche Kategorie hat die höchsten Ausgaben?",
    "Ausgaben und Einnahmen",
    "Summe für REWE und Lidl",
    "Wie viel Prozent der Ausgaben sind Miete?",
    "Summe der Beträge im März 2025 und April",
    "Summe der Ausgaben über tausend",
  ];

  it.each(odd)("is left to a model: %s", async (question) => {
    expect(await ask(question)).toBeNull();
  });

  it.each(odd)("is asked back where the model is small, and nothing is computed: %s", async (question) => {
    const answer = await ask(question, undefined, "small");
    expect(answer?.text).toMatch(
      /verstehe ich nicht.*Spalten von umsätze.csv: Buchungstag, Empfänger, Kategorie, Betrag/u,
    );
    expect(answer?.calls).toEqual([]);
    expect(answer?.text).not.toContain("**");
  });

  it.each(["Hallo", "Was ist die Hauptstadt von Frankreich?", "Danke"])(
    "has nothing of the table: %s",
    async (question) => {
      expect(await ask(question, undefined, "small")).toBeNull();
    },
  );

  it("is not taken for money where the table has one sign and does not say which", async () => {
    expect(await ask("How much did I spend on food?", toFile("list.csv", SPENT))).toBeNull();
  });
});
