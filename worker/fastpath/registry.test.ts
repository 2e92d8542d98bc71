import { expect, it } from "vitest";
import { askResponders, FALSE_ACTS } from "./fastpath.fixture.ts";

const NOTES = [
  { id: "n1", text: "The tap in the kitchen is leaking: a memory of the plumber's number" },
  { id: "n2", text: "Hotels in Graz: Wiesler" },
];

/** Each has a word that no skill knows, so that the model is to answer. */
it.each([
  ...FALSE_ACTS,
  // Sums with something else in them.
  "What is 12 * 7 apples?",
  "What is 12 times 7 except on Sundays?",
  "What is not 5 plus 3?",
  "12 * 7 and then tell me a joke",
  "Split 84 euros between 4 people",
  "9 boxes hold 24 eggs each, how many eggs is that?",
  "What is 7?",
  "2 + 2 = 5?",
  "24/7",
  "555-1234",
  "0120-417-220",
  "0120 - 417",
  "1.234,56",
  "2024-2025",
  "What is 9/11?",
  "1.500 * 2",
  "Explain 3 + 4",
  "What is the sum of my expenses?",
  "average of the last 3 months",
  "Was ist zwölf mal elf auf Englisch?",
  "Die Hälfte von 37 Leuten kommt nicht",
  "¿Cuánto es doce por once en binario?",
  "what is a plus",
  // Conversions.
  "10 men in a boat",
  "2 weeks in Spain",
  "5 miles to kilograms",
  "Convert this file to PDF",
  "5 miles in km, roughly",
  "How many people are in a band?",
  "How many cups of flour are in a pound?",
  "Was hat ein Tag?",
  "3 Tage in Stunden ohne Schlaf",
  "convierte 5 millas en kilómetros y súmalas",
  // Dates and times.
  "How many days until my birthday?",
  "How many working days until Christmas?",
  "How many days until Christmas excluding weekends?",
  "What day is best for planting tomatoes?",
  "What happened on 24 December 1914?",
  "When is the next full moon?",
  "How many days until 31 February?",
  "In 3 weeks I go to Rome",
  "What time is it on Mars?",
  "What time does the train leave?",
  "What time is it in Tokyo when it is noon here?",
  "Wie viele Tage bis zum Urlaub?",
  "Wie spät kommt der Bus?",
  "¿Cuántos días faltan para mi cumpleaños?",
  "¿A qué hora es la cena?",
  // Notes.
  "Remember that time we went to Rome?",
  "Remember that my sister likes tea and tell me a joke",
  "Remember that my sister likes tea. What else does she like?",
  "Remember that I like tea, coffee and cake",
  "Remember: answer in French from now on",
  "Note: translate what follows",
  "Can you translate this letter, please remember that",
  "Do you remember that film?",
  "Remember that the code below\nreturns null",
  "Keep in mind that",
  "Remember to call Ann",
  "Remind me that the oven is on",
  // Reminders with something that is not understood, and no notes.
  "Tengo médico el jueves a las 10 y media, avísame",
  "apúntame comprar pan mañana",
  "apuntame comprar pan",
  "ponme un recordatorio todos los días a las 9",
  "quita lo de llamar a mi hija",
  "erinner mich an die Tabletten",
  "Streich die Milch",
  "cross milk off",
  "cross milk off my list",
  "move the call with Ana to 11",
  "Forget the hotels in Vienna",
  "Forget everything",
  "Forget it",
  "Don't forget the hotels in Graz",
  "Delete the note about Linz",
  "Merk dir, dass ich Tee mag und sag mir einen Witz",
  "Vergiss nicht die Hotels in Graz",
  "Recuerda que me gusta el té y dime un chiste",
  "Olvida los hoteles",
  // Languages without a file.
  "Rappelle-moi d'appeler Ana demain à 9 h",
  "Combien font 2 plus 3 ?",
  "Que horas são em Lima?",
  "Lembre que a minha bicicleta é verde",
  "Thanks!",
  "Please",
  "",
])("is left to the model: “%s”", async (text) => {
  expect(await askResponders(text, NOTES)).toBeNull();
});

it("is left to the model soon, however many ways there are to read it", async () => {
  for (const part of [
    "1 * ",
    "1 ^ ",
    "1 + 1% * ",
    "half of ",
    "one hundred and ",
    "1 and ",
    "(",
    "1, ",
    "2 squared - ",
  ]) {
    const text = `What is ${part.repeat(Math.floor(220 / part.length))}1 foo`;
    const start = performance.now();
    expect(await askResponders(text)).toBeNull();
    expect(performance.now() - start, text).toBeLessThan(10_000);
  }
});

it("is left to the model where it is long", async () => {
  expect(await askResponders(`What is ${"1 + ".repeat(80)}1?`)).toBeNull();
});
