import { describe, expect, test } from "vitest";
import { doubtExpression } from "./doubt-expression.ts";
import { evaluateExpression } from "./evaluate-expression.ts";

function listChoices(expression: string, question: string): readonly unknown[] | null {
  const doubt = doubtExpression(expression, question);
  if (doubt?.type !== "narrowed") return null;
  const { properties } = doubt.parameters as { properties: { expression: { enum: readonly unknown[] } } };
  return properties.expression.enum;
}

describe("a small model's sum", () => {
  test.each([
    ["18 * 18", "My aunt has 3 cartons of 18 jars, how many jars is that?", "3 * 18"],
    ["17 * 20 * 2000", "A farmer has 17 cows and each gives 20 litres of milk, how many litres?", "17 * 20"],
    ["72 + 72", "Wie viele Sitze haben acht Wagen mit je 72 Plätzen?", "8 * 72"],
    ["7 * 7 * 12", "Wie viele Eier sind in 7 Schachteln mit 12 Eiern?", "7 * 12"],
    ["the tram has 3 cars", "A tram has 3 cars with 44 seats each. How many seats?", "3 * 44"],
    ["4 * 9 euros", "4 cartons at 9 euros each, how much is that?", "4 * 9"],
    ["50 * 18", "I had 50 apples and gave away 18, how many do I have?", "50 - 18"],
    ["450 * 15", "A tank holds 450 litres and loses 15 a day, how many days does it last?", "450 / 15"],
    ["4 * 9 * 60000", "A carton of 6 bottles costs 9 euros, how much do 4 cartons cost?", "4 * 9"],
    ["15 * 15 - 15", "15 rows of 8 chairs, 6 are broken, how many can be used?", "15 * 8 - 6"],
    ["3.5 * 3.5", "Cuánto cuestan 6 cafés a 3,5 euros cada uno", "6 * 3.5"],
  ])("%s for “%s” is doubted, and %s is among those it may write", (expression, question, right) => {
    const choices = listChoices(expression, question);
    expect(choices).toContain(right);
    for (const choice of choices ?? []) expect(Number(evaluateExpression(String(choice)))).toBeGreaterThanOrEqual(0);
  });

  test("keeps the numbers that it chose", () => {
    const question = "A carton of 6 bottles costs 9 euros, how much do 4 cartons cost?";
    expect(listChoices("4 * 9 euros", question)).toContain("4 * 9");
    expect(listChoices("4 * 9 euros", question)).not.toContain("4 * 9 * 6");
  });

  test.each([
    ["8 * 72", "A train that leaves at 9 has 8 wagons with 72 seats each, how many seats?"],
    ["3 * 18 + 3 * 5", "How many jars are 3 cartons of 18 and 5 more in each?"],
    ["2 * (30 + 20)", "How many metres of fence does a field of 30 by 20 metres need?"],
    ["30 + 20 + 30 + 20", "How many metres of fence does a field of 30 by 20 metres need?"],
    ["365 * 24 * 60", "How many minutes are in 365 days of 24 hours?"],
    ["80 * 0.15", "How much is a tip of 15% on 80 euros?"],
    ["12 * 12", "How much is 12 squared?"],
    ["12 * 12", "How many tiles has a floor of 12 by 12?"],
    ["(7 + 9) / 2", "How much is the average of 7 and 9?"],
    ["5 * 5", "What is 3 plus 4?"],
    ["1 * 2 * 3 * 99", "How many are 1 and 2 and 3 and 4 and 5?"],
  ])("%s for “%s” is believed", (expression, question) => {
    expect(doubtExpression(expression, question)).toBeNull();
  });
});
