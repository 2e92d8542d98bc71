import { driveChat, noteLastAnswer } from "./harness/chat-page.ts";
import { chooseLanguage, readTexts } from "./harness/languages.ts";
import { expect, test } from "./harness/test.ts";
import { expectEnded, goTo, lastAnswer } from "./page-driver.ts";

const SHOPS = ["REWE Köln", "Lidl", "Vermieter Schmidt", "Arbeitgeber GmbH"];
const KINDS = ["Lebensmittel", "Haushalt", "Miete", "Gehalt"];
/** In cents, so that sums have ragged decimals where nobody rounds them. */
const CENTS = [-2050, -1033, -90_000, 250_010];

/** A bank's export as German banks write it, of 25 kB: no model could read it whole. */
function writeBank(): Buffer {
  const lines = Array.from({ length: 401 }, (_, index) => {
    const at = index % SHOPS.length;
    const day = `${String((index % 28) + 1).padStart(2, "0")}.${String((index % 12) + 1).padStart(2, "0")}.2026`;
    const amount = ((CENTS[at] ?? 0) / 100).toLocaleString("de-DE", { minimumFractionDigits: 2 });
    return `${day};${SHOPS[at]};${KINDS[at]};Kartenzahlung Nr. ${100_000 + index};${amount}`;
  });
  return Buffer.from(
    ["Buchungstag;Empfänger;Kategorie;Zweck;Betrag (€)", ...lines].join("\r\n").replace("€", "\u0080"),
    "latin1",
  );
}

test("an accountant's questions in German: card and answer say one figure, a column has one number of decimals, a chart is drawn at once, no word is English", async ({
  page,
}) => {
  // A script answers everything itself; of a model of random weights nothing that reads well is its own.
  await driveChat(page).open("engine=wllama&model=tiny");
  await chooseLanguage(page, "de");
  const texts = readTexts("de");
  await goTo(page, "#/");
  const bank = writeBank();
  expect(bank.length).toBeGreaterThan(20_000);
  await page.getByTestId("attach-input").setInputFiles({ name: "umsätze.csv", mimeType: "text/csv", buffer: bank });
  await expect(page.locator(".attachment")).toContainText("umsätze.csv");
  await expect(page.getByTestId("long-file")).toContainText("Tabellen werden ganz berechnet");
  const result = lastAnswer(page).getByTestId("tool-result").last();
  const text = lastAnswer(page).getByTestId("answer-text").last();
  const said: string[] = [];
  const put = async (question: string): Promise<void> => {
    await noteLastAnswer(page);
    // Its name is in German as well.
    await page.locator(".composer textarea").fill(question);
    await page.locator(".composer textarea").press("Enter");
    await expectEnded(page);
    said.push(...(await lastAnswer(page).allInnerTexts()).flatMap((each) => each.split("\n")));
  };

  await put("Summe aller Beträge?");
  await expect(text).toHaveText("Die Summe von „Betrag (€)“ ist 156.906,50.");
  await expect(result).toHaveText(`${texts.get("table.sum")} “Betrag (€)” = 156.906,50`);
  await put("durchschnittlicher Betrag");
  await expect(text).toHaveText("Der Durchschnitt von „Betrag (€)“ ist 391,29.");
  await expect(result).toContainText("= 391,29");
  await put("Summe pro Kategorie");
  const table = lastAnswer(page).getByTestId("table-result");
  await expect(table.getByRole("row")).toHaveCount(5);
  await expect(table.getByRole("cell").filter({ hasText: /^-?[\d.]+,\d+/ })).toHaveText(
    Array(4).fill(/^-?[\d.]+,\d\d$/),
  );
  // The groups stand in the table alone.
  for (const kind of KINDS) await expect(text).not.toContainText(kind);
  await put("Balkendiagramm: Summe je Kategorie");
  await expect(lastAnswer(page).getByTestId("table-result").getByRole("img")).toContainText("Gehalt");
  await goTo(page, "#/");
  await put("Merke dir, dass mein Fahrrad grün ist");
  await put("Welcher Tag ist in 2 Wochen?");
  const words = /\b(?:the|sum|average|answer|saved|found|table|rows?|chart|that|did|not work|must|day)\b/iu;
  expect(said.filter((line) => words.test(line))).toEqual([]);
});
