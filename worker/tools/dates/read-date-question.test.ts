import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../protocol/json.ts";
import { runTool, toContext } from "../tool.contract.ts";
import { currentTime } from "./current-time.ts";
import { dateAdd } from "./date-add.ts";
import { daysBetween } from "./days-between.ts";
import { readDateQuestion } from "./read-date-question.ts";
import { readTimeQuestion } from "./read-time-question.ts";

/** Monday. */
const NOW = Date.parse("2026-11-23T12:51:00Z");
const CONTEXT = { now: () => NOW, timeZone: "UTC" };

/** Browsers differ in the comma after the weekday. */
function withoutComma(told: string): string {
  return told.replace(/(?<=\p{L}), (?=\d)/u, " ");
}

/** What the tool of the question's kind gives. */
function runDateTool({ operation, date = "", other_date: to = "", amount, unit = "days" }: JsonObject): unknown {
  const context = toContext({ now: NOW });
  if (operation === "difference") return runTool(daysBetween, { from: date, to }, context);
  return runTool(dateAdd, { date, amount: operation === "add" ? Number(amount) : -Number(amount), unit }, context);
}

async function answer(question: string): Promise<string | null> {
  const call = readDateQuestion(question, CONTEXT);
  if (call === null) return null;
  return withoutComma(call.toAnswer(String(runDateTool(call.arguments))));
}

async function tellTime(question: string): Promise<string | null> {
  const call = readTimeQuestion(question);
  if (call === null) return null;
  return withoutComma(call.toAnswer(String(await runTool(currentTime, call.arguments, toContext({ now: NOW })))));
}

describe("a question that is nothing but one about dates", () => {
  it.each<[string, string]>([
    ["a fortnight from now", "Monday 7 December 2026"],
    ["what's the date three weeks from today", "Monday 14 December 2026"],
    ["what was the date 100 days ago?", "Saturday 15 August 2026"],
    ["What date is it in 10 days?", "Thursday 3 December 2026"],
    ["What is tomorrow's date?", "Tuesday 24 November 2026"],
    ["what day is it?", "Monday 23 November 2026"],
    ["What day of the week is 14 February 2027?", "Sunday 14 February 2027"],
    ["When is Christmas?", "Friday 25 December 2026"],
    ["when is new year?", "Friday 1 January 2027"],
    ["How many days until New Year's Eve?", "**38 days**"],
    ["next friday's date", "Friday 27 November 2026"],
    ["What date is next Monday?", "Monday 30 November 2026"],
    ["Wie viele Tage sind es noch bis Ostern?", "**125 Tage**"],
    ["When is Easter?", "Sunday 28 March 2027"],
    ["¿Qué fecha es el viernes?", "viernes 27 de noviembre de 2026"],
    ["what year was it 25 years ago", "Friday 23 November 2001"],
    ["how many days until 1 January", "**39 days**"],
    ["how many weeks until Christmas", "**4 weeks and 4 days**"],
    ["How many days are there between 1 March and 24 December 2026?", "**298 days**"],
    ["how many days since 1 January 2026", "**326 days**"],
    ["Welches Datum ist in zwei Wochen?", "Montag 7. Dezember 2026"],
    ["heute in 14 Tagen", "Montag 7. Dezember 2026"],
    ["vor drei Tagen", "Freitag 20. November 2026"],
    ["Wie viele Tage sind es noch bis Silvester?", "**38 Tage**"],
    ["Auf welchen Tag fällt Heiligabend?", "Donnerstag 24. Dezember 2026"],
    ["Den wievielten haben wir heute?", "Montag 23. November 2026"],
    ["¿Qué fecha será dentro de quince días?", "martes 8 de diciembre de 2026"],
    ["¿Cuánto falta para Navidad?", "**32 días**"],
    ["¿Cuántos días quedan para Año Nuevo?", "**39 días**"],
    ["¿Qué día de la semana es el 5 de mayo de 2027?", "miércoles 5 de mayo de 2027"],
    ["hace 3 días", "viernes 20 de noviembre de 2026"],
  ])("is answered: “%s”", async (question, told) => {
    expect(await answer(question)).toBe(told);
  });

  it.each([
    "how long until lunch?",
    "how long until my birthday?",
    "When is my dentist appointment?",
    "What is Christmas?",
    "¿Qué es la Navidad?",
    "What happened 3 weeks ago?",
    "in the evening",
    "Remind me in 2 weeks",
    "How many days did the war last?",
    "what day suits you?",
  ])("is not in “%s”", async (question) => {
    expect(await answer(question)).toBeNull();
  });
});

describe("a question that is nothing but one for the time", () => {
  it.each<[string, string]>([
    ["What time is it?", "It is **12:51** (Monday 23 November 2026)."],
    ["What time is it in Tokyo right now?", "It is **21:51** in Tokyo (Monday 23 November 2026)."],
    ["Wie spät ist es in Lima?", "Es ist **07:51 Uhr** in Lima (Montag 23. November 2026)."],
    ["¿Qué hora es en Nueva York?", "Son las **07:51** en Nueva York (lunes 23 de noviembre de 2026)."],
  ])("is answered: “%s”", async (question, told) => {
    expect(await tellTime(question)).toBe(told);
  });

  it.each(["What time is dinner?", "What time is it in Narnia?", "Is it time?"])("is not in “%s”", async (question) => {
    expect(await tellTime(question)).toBeNull();
  });
});
