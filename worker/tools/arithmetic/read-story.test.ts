import { describe, expect, it } from "vitest";
import { evaluateExpression } from "./evaluate-expression.ts";
import { readStory } from "./read-story.ts";

function answer(question: string): string | null {
  const call = readStory(question);
  return call === null ? null : call.toAnswer(String(evaluateExpression(String(call.arguments.expression))));
}

describe("a sum that is told as a story", () => {
  it.each<[string, string]>([
    ["Five friends share 85 euros evenly, how much does each of them get?", "85 / 5 = **17 euros**"],
    ["If 3 brothers split 120 dollars equally, how much will each one get?", "120 / 3 = **40 dollars**"],
    ["A bill of 96 euros is split between 4 people. How much does each person pay?", "96 / 4 = **24 euros**"],
    ["How much does each get if six people share 85 euros?", "85 / 6 ≈ **14.17 euros**"],
    ["24 sweets are shared among 8 children. How many does each child get?", "24 / 8 = **3 sweets**"],
    ["We are four and the bill is 50 euros, how much does each pay?", "50 / 4 = **12.50 euros**"],
    ["An apple costs 0.80 euros and I buy 6 apples. How much do I pay?", "6 × 0.80 = **4.80 euros**"],
    ["One movie ticket costs 12 dollars. We buy 4 tickets, how much is that in total?", "4 × 12 = **48 dollars**"],
    ["I bought 3 coffees at 2.80 euros each. How much did I pay?", "3 × 2.80 = **8.40 euros**"],
    ["How much do 7 pens cost if one pen costs 1.50 euros?", "7 × 1.50 = **10.50 euros**"],
    ["Berries cost 3 euros each, I take 5 of them, what is the total?", "5 × 3 = **15 euros**"],
    ["The bill is 64 euros and I want to leave a 15% tip. How much is the tip?", "64 × 15 / 100 = **9.60 euros**"],
    ["Our dinner was 80 dollars, how much is a 20 percent tip?", "80 × 20 / 100 = **16 dollars**"],
    ["The bill is 50 euros and I leave 10% tip. How much do I pay in total?", "50 + 50 × 10 / 100 = **55 euros**"],
    ["A jacket costs 80 euros and is 25% off. How much does it cost now?", "80 - 80 × 25 / 100 = **60 euros**"],
    ["The lamp was 40 euros and is reduced by 30%, how much do I save?", "40 × 30 / 100 = **12 euros**"],
    [
      "I buy something for 13.40 euros and pay with a 20 euro note. How much change do I get?",
      "20 - 13.40 = **6.60 euros**",
    ],
    ["Lunch costs 12.30 euros, I pay with a twenty. How much do I get back?", "20 - 12.30 = **7.70 euros**"],
    ["I save 25 euros a week, how much do I have after 12 weeks?", "25 × 12 = **300 euros**"],
    ["I pay 9.99 euros per month. How much is that per year?", "9.99 × 12 = **119.88 euros**"],
    ["I run 5 km every day, how many km do I run in 3 weeks?", "5 × 7 × 3 = **105 km**"],
    ["Three roommates split a rent of 900 euros. What does each pay?", "900 / 3 = **300 euros**"],
    ["What's the change from a 20 euro note if I pay 13.40 euros?", "20 - 13.40 = **6.60 euros**"],
    ["I get 12 euros pocket money per week, how much is that in 8 weeks?", "12 × 8 = **96 euros**"],
    ["A cinema ticket costs 11 euros. How much do four tickets cost?", "4 × 11 = **44 euros**"],
    ["What does it cost if I buy 6 bottles at 1.20 euros each?", "6 × 1.20 = **7.20 euros**"],
    ["Fünf Freunde teilen sich 85 Euro gerecht. Wie viel bekommt jeder?", "85 / 5 = **17 Euro**"],
    ["Wenn sich vier Leute 50 Euro teilen, wie viel bekommt jeder von ihnen?", "50 / 4 = **12,50 Euro**"],
    ["Eine Rechnung von 96 Euro wird auf 4 Personen aufgeteilt, wie viel zahlt jeder?", "96 / 4 = **24 Euro**"],
    ["Wir sind zu 3 und die Rechnung beträgt 60 Euro, wie viel muss jeder zahlen?", "60 / 3 = **20 Euro**"],
    ["24 Bonbons werden gleichmäßig auf 6 Kinder verteilt. Wie viele bekommt jedes Kind?", "24 / 6 = **4 Bonbons**"],
    ["Ein Apfel kostet 0,80 Euro, ich kaufe 6 Äpfel. Wie viel zahle ich?", "6 × 0,80 = **4,80 Euro**"],
    ["Ein Buch kostet 12 Euro und ich kaufe drei davon, was kostet das insgesamt?", "3 × 12 = **36 Euro**"],
    ["Ich kaufe 4 Brötchen zu je 0,45 Euro. Was muss ich zahlen?", "4 × 0,45 = **1,80 Euro**"],
    ["Die Rechnung beträgt 64 Euro, wie viel sind 10 Prozent Trinkgeld?", "64 × 10 / 100 = **6,40 Euro**"],
    [
      "Die Rechnung ist 50 Euro und ich möchte 10% Trinkgeld geben. Wie viel zahle ich insgesamt?",
      "50 + 50 × 10 / 100 = **55 Euro**",
    ],
    ["Ein Mantel kostet 120 Euro und ist um 20% reduziert. Was kostet er jetzt?", "120 - 120 × 20 / 100 = **96 Euro**"],
    [
      "Ich kaufe etwas für 13,40 Euro und zahle mit einem 20-Euro-Schein. Wie viel Wechselgeld bekomme ich?",
      "20 - 13,40 = **6,60 Euro**",
    ],
    ["Das Essen kostet 17 Euro, ich zahle mit 50 Euro. Wie viel bekomme ich zurück?", "50 - 17 = **33 Euro**"],
    ["Ich spare 25 Euro pro Woche. Wie viel habe ich nach 12 Wochen?", "25 × 12 = **300 Euro**"],
    ["Ich spare jeden Monat 40 Euro, wie viel habe ich nach zwei Jahren gespart?", "40 × 12 × 2 = **960 Euro**"],
    ["Ich zahle 9,99 Euro im Monat, wie viel ist das im Jahr?", "9,99 × 12 = **119,88 Euro**"],
    ["Wie viel kosten 5 Brötchen, wenn eins 0,40 Euro kostet?", "5 × 0,40 = **2 Euro**"],
    ["Zwei Freunde teilen sich 31 Euro, wie viel hat jeder?", "31 / 2 = **15,50 Euro**"],
    ["Eine Karte kostet 9 Euro, was kosten 4 Karten?", "4 × 9 = **36 Euro**"],
    ["Cinco amigos se reparten 85 euros a partes iguales, ¿cuánto recibe cada uno?", "85 / 5 = **17 euros**"],
    ["¿Cuánto paga cada persona si 4 amigos se dividen 96 euros?", "96 / 4 = **24 euros**"],
    ["Una cuenta de 50 euros se divide entre 4 personas. ¿Cuánto paga cada una?", "50 / 4 = **12,50 euros**"],
    ["Si una manzana cuesta 0,80 euros y compro 6 manzanas, ¿cuánto pago?", "6 × 0,80 = **4,80 euros**"],
    ["Compro 3 cafés a 1,50 euros cada uno. ¿Cuánto pago en total?", "3 × 1,50 = **4,50 euros**"],
    [
      "La cuenta es de 64 euros y quiero dejar un 15 % de propina, ¿cuánto es la propina?",
      "64 × 15 / 100 = **9,60 euros**",
    ],
    ["La cuenta es de 50 euros y dejo un 10% de propina. ¿Cuánto pago en total?", "50 + 50 × 10 / 100 = **55 euros**"],
    ["Una chaqueta cuesta 80 euros y tiene un 25% de descuento. ¿Cuánto pago?", "80 - 80 × 25 / 100 = **60 euros**"],
    [
      "Compro algo por 13,40 euros y pago con un billete de 20 euros. ¿Cuánto cambio me dan?",
      "20 - 13,40 = **6,60 euros**",
    ],
    ["Ahorro 25 euros a la semana, ¿cuánto tengo después de 12 semanas?", "25 × 12 = **300 euros**"],
    ["Una entrada cuesta 9 euros, ¿cuánto cuestan 4 entradas?", "4 × 9 = **36 euros**"],
    ["Pago 9,99 euros al mes, ¿cuánto es al año?", "9,99 × 12 = **119,88 euros**"],
  ])("is computed: “%s”", (question, told) => {
    expect(answer(question)).toBe(told);
  });

  it.each([
    // How many share is not said, or they do not share alike.
    "Five friends and I share 60 euros, how much does each get?",
    "I share 60 euros with 3 friends, how much does each get?",
    "My three friends and me split 60 euros, how much does each pay?",
    "Five friends share 85 euros, but one of them gets half. How much does each get?",
    "Five friends share 85 euros and 12 dollars, how much does each get?",
    "Five friends share a flat. How much does each pay?",
    "Five friends share 85 euros.",
    "Anna and Ben share 85 euros, how much does each get?",
    "Why do five friends share 85 euros?",
    "Write a story about five friends who share 85 euros",
    "Remember that five friends share 85 euros, how much does each get?",
    // Marbles are not cut.
    "7 children share 20 marbles, how many does each get?",
    // The price is another one.
    "Two apples cost 3 euros, I buy 4 apples. How much do I pay?",
    "An apple costs 2 euros and I buy 3 pears. How much do I pay?",
    "A pen costs 2 euros and I buy 3 pencils. How much do I pay?",
    "A red pen costs 2 euros and I buy 3 blue pens. How much do I pay?",
    "A pack of 6 eggs costs 4 euros, I buy 3 packs. How much do I pay?",
    "I buy 3 coffees for 9 euros. How much do I pay?",
    "Coffee costs 3 euros, the second one is free. I buy 4, how much do I pay?",
    "An apple costs 2 euros, I buy 3 apples and eat one. How much do I pay?",
    "An apple costs 2 euros, I buy 3 apples. How many do I have?",
    // The share is of something else.
    "The bill is 64 euros with a 15% tip included, how much was the food?",
    "The bill is 64 euros, is a 15% tip enough?",
    "A shirt costs 20 euros and is 25% off, and another 10% at the till. What does it cost now?",
    // There is no change.
    "I buy something for 13 euros and pay with a 10 euro note. How much change do I get?",
    "I buy two coffees for 3 euros and pay with a 20 euro note. How much change do I get?",
    "Lunch costs 12 euros and the tip 2, I pay with a twenty. How much do I get back?",
    // The spans do not go into one another.
    "I save 25 euros a week, how much do I have after 3 months?",
    "I save 25 euros a week, how much is that per year?",
    "I save 25 euros every other week, how much do I have after 12 weeks?",
    "I have 100 euros and save 25 euros a week, how much do I have after 12 weeks?",
    "I earn 12 euros an hour, how much do I earn in a week?",
    "I spend 5 euros a day on weekdays, how much do I spend in 3 weeks?",
    "Fünf Freunde und ich teilen sich 60 Euro, wie viel bekommt jeder?",
    "Ich teile mir 60 Euro mit 3 Freunden, wie viel bekommt jeder?",
    "Zwei Äpfel kosten 3 Euro, ich kaufe 4 Äpfel. Wie viel zahle ich?",
    "Ein Apfel kostet 2 Euro, ich kaufe 3 Birnen. Wie viel zahle ich?",
    "Ich spare 25 Euro pro Woche, wie viel habe ich nach 3 Monaten?",
    "Ich spare jede zweite Woche 25 Euro, wie viel habe ich nach 12 Wochen?",
    "Comparto 60 euros con 3 amigos, ¿cuánto recibe cada uno?",
    "Dos manzanas cuestan 3 euros y compro 4 manzanas, ¿cuánto pago?",
    "Una manzana cuesta 2 euros y compro 3 peras, ¿cuánto pago?",
    "Ahorro 25 euros a la semana, ¿cuánto tengo después de 3 meses?",
    "9 boxes hold 24 eggs each, how many eggs is that?",
    "How much is a house in Berlin?",
  ])("is not in “%s”", (question) => {
    expect(answer(question)).toBeNull();
  });
});
