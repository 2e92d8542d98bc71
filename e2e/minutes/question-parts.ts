import { readFileSync } from "node:fs";
import { writePdf } from "../harness/write-pdf.ts";
import { askAll, askAndReport } from "./ask-part.ts";
import type { Expectation } from "./question.ts";
import { readQuestions } from "./question.ts";
import type { Part, Stage } from "./stage.ts";

const LANGUAGES = { en: "en-GB", de: "de-DE", es: "es-ES" } as const;

const SPENDING = "category,amount\nfood,12\ntravel,80\nfood,8\n";

/** How the questions that a table brings are judged, in their order: groups, average, highest, rows. */
const SUGGESTED: readonly Expectation[] = [
  // Its groups stand in the table; the sentence says how many there are.
  { number: 2 },
  { number: 33.333, within: 0.01 },
  { number: 80 },
  { number: 3 },
];

/** Attaches a table, and asks each question that is suggested of it in a language. */
function suggestions(language: keyof typeof LANGUAGES): Part {
  return async (stage) => {
    const user = await stage.open(LANGUAGES[language]);
    await user.loadStarter();
    for (const [index, expect] of SUGGESTED.entries()) {
      await user.newChat();
      await user.attach("spending.csv", "text/csv", Buffer.from(SPENDING));
      const text = (await user.page.locator(".suggestions button").nth(index).textContent()) ?? "";
      await askAndReport(stage, user, { ask: text, expect });
    }
  };
}

/** A note is kept, found in other words in another chat, and forgotten. */
const memory: Part = async (stage) => {
  const user = await stage.open();
  await user.loadStarter();
  await askAndReport(stage, user, {
    ask: "Remember that my bicycle is green",
    saves: "green",
    expect: { says: "green|sav" },
  });
  await user.newChat();
  await askAndReport(stage, user, { ask: "What colour is my bicycle?", recalls: true, expect: { says: "green" } });
  await user.newChat();
  await askAndReport(stage, user, { ask: "Is my bicycle red or green?", recalls: true, expect: { says: "green" } });
  await user.newChat();
  await forget(stage, user);
};

async function forget(stage: Stage, user: Awaited<ReturnType<Stage["open"]>>): Promise<void> {
  const since = Date.now();
  const before = (await user.readNotes()).length;
  const shown = await user.ask("Forget the colour of my bicycle");
  const offer = user.page
    .getByTestId("answer")
    .last()
    .getByRole("button", { name: /^(?:delete|forget|yes)/i });
  if (await offer.first().isVisible()) await offer.first().click();
  const sure = user.page.getByRole("button", { name: /^(?:delete|yes, delete)/i }).last();
  if (await sure.isVisible()) await sure.click();
  await user.page.waitForTimeout(1000);
  const after = (await user.readNotes()).length;
  const saysGone = /\b(?:I have (?:deleted|forgotten)|deleted)\b/iu.test(shown.text);
  stage.report({
    name: "Forget the colour of my bicycle",
    flaw: after < before ? null : "the note is still there",
    untrue: saysGone && after >= before ? ["“deleted” without a deletion"] : [],
    shown: shown.everything.replaceAll("\n", " | "),
    seconds: (Date.now() - since) / 1000,
  });
}

const RENT = [
  "Rental agreement for the flat in Mill Lane 7",
  "Landlord: Maria Keller",
  "Monthly rent: 840 euros, due on the 3rd",
  "Notice period: three months",
];

/** Five questions about four lines. */
const pdf: Part = async (stage) => {
  const user = await stage.open();
  await user.loadStarter();
  // Each line is drawn below the one before.
  const page = RENT.join(") Tj 0 -24 Td (");
  await user.attach("rent.pdf", "application/pdf", Buffer.from(writePdf([page]), "latin1"));
  await askAll(
    stage,
    user,
    [
      ["How high is the monthly rent?", { number: 840 }],
      ["Who is the landlord?", { says: "Keller" }],
      ["When is the rent due?", { says: "3rd|third" }],
      ["How long is the notice period?", { says: "three months|3 months" }],
      ["Which flat is this about?", { says: "Mill Lane" }],
    ],
    false,
  );
};

const PLANTED = [
  "The lighthouse of Harrow was built in 1874 by Ellen Marsh.",
  "The bakery opens at half past six on weekdays.",
  "The ferry to Sandholm costs 14 crowns for one person.",
  "The town's archive is kept in the cellar of the school.",
  "The harbour master is called Jonas Brandt.",
];

/** Two hundred kilobytes in which five sentences are worth asking for. */
function writeLongText(): string {
  const filler = readFileSync(new URL("../../dev/bench/agreement-text.txt", import.meta.url), "utf8").split(
    /(?<=\.)\s+/u,
  );
  const lines: string[] = [];
  let length = 0;
  for (let place = 0; length < 200_000; place += 1) {
    const planted = PLANTED[Math.floor((length - 20_000) / 40_000)];
    const isDue = length > 20_000 && planted !== undefined && !lines.includes(planted);
    const line = isDue ? planted : `${place + 1}. ${filler[place % filler.length] ?? ""}`;
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join("\n");
}

/** Five questions about a text that no small model can read at once. */
const longText: Part = async (stage) => {
  const user = await stage.open();
  await user.loadStarter();
  await user.attach("town.txt", "text/plain", Buffer.from(writeLongText()));
  await askAll(
    stage,
    user,
    [
      ["When was the lighthouse built?", { number: 1874 }],
      ["When does the bakery open?", { says: "half past six|6:30" }],
      ["What does the ferry to Sandholm cost?", { number: 14 }],
      ["Where is the town's archive?", { says: "cellar|school" }],
      ["What is the harbour master called?", { says: "Brandt" }],
    ],
    false,
  );
};

/** No weather tool: it says so and makes nothing up. */
const weather: Part = async (stage) => {
  const user = await stage.open();
  await user.loadStarter();
  await askAll(stage, user, [
    ["What is the weather in Berlin?", { declines: true }],
    ["Will it rain tomorrow?", { declines: true }],
  ]);
};

/** The everyday questions, each in a chat of its own. */
function everyday(half: "open" | "sealed"): Part {
  return async (stage) => {
    const user = await stage.open();
    await user.loadStarter();
    for (const question of readQuestions(half)) {
      await user.newChat();
      await askAndReport(stage, user, question, half === "sealed");
    }
  };
}

/** The parts in which the model is asked. */
export const QUESTION_PARTS: Readonly<Record<string, Part>> = {
  "suggestions-en": suggestions("en"),
  "suggestions-de": suggestions("de"),
  "suggestions-es": suggestions("es"),
  memory,
  pdf,
  "long-text": longText,
  weather,
  everyday: everyday("open"),
  "everyday-sealed": everyday("sealed"),
};
