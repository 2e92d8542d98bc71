import { describe, expect, it } from "vitest";
import { askResponders } from "../fastpath.fixture.ts";
import { createResponders } from "../registry.ts";

describe("sums", () => {
  it.each<[question: string, answer: string]>([
    ["What is 12 * 7?", "12 × 7 = **84**"],
    ["12 times 7", "12 × 7 = **84**"],
    ["please calculate 1,200 + 35.5", "1,200 + 35.5 = **1,235.5**"],
    ["How much is twelve times eleven?", "12 × 11 = **132**"],
    ["what is one hundred and five minus twenty-one", "105 − 21 = **84**"],
    ["What is half of 37?", "37 ÷ 2 = **18.5**"],
    ["What's 15% of 260?", "260 × 15 ÷ 100 = **39**"],
    ["200 minus 35%", "200 − 200 × 35 ÷ 100 = **130**"],
    ["Could you add 3, 4 and 5, please?", "3 + 4 + 5 = **12**"],
    ["the average of 3, 4 and 8", "(3 + 4 + 8) ÷ 3 = **5**"],
    ["What is the square root of 144?", "√(144) = **12**"],
    ["2 + 3 * (4 - 1)", "2 + 3 × (4 − 1) = **11**"],
    ["7 squared plus 1", "(7 ^ 2) + 1 = **50**"],
    ["10 divided by 3", "10 ÷ 3 ≈ **3.333333**"],
    ["2.5 million times 4", "2,500,000 × 4 = **10,000,000**"],
    ["What is 5 divided by 0?", "That cannot be computed."],
    ["What would I get if I add 2.5, 7 and 30?", "2.5 + 7 + 30 = **39.5**"],
    ["840 minus 25 percent, what remains?", "840 − 840 × 25 ÷ 100 = **630**"],
    ["200 increased by 15%", "200 + 200 × 15 ÷ 100 = **230**"],
    ["a 20% tip on 64", "64 × 20 ÷ 100 = **12.8**"],
    ["Teile 91 durch 7", "91 ÷ 7 = **13**"],
    ["Addiere 3,5 und 4", "3,5 + 4 = **7,5**"],
    ["Multiplica 12 por 3", "12 × 3 = **36**"],
    ["Was ist zwölf mal elf?", "12 × 11 = **132**"],
    ["Wie viel ist zweihundertfünf minus dreiundzwanzig?", "205 − 23 = **182**"],
    ["die Hälfte von 37", "37 ÷ 2 = **18,5**"],
    ["Was sind 20 Prozent von 1.500,50?", "1.500,5 × 20 ÷ 100 = **300,1**"],
    ["berechne 3,5 mal 2", "3,5 × 2 = **7**"],
    ["¿Cuánto es doce por once?", "12 × 11 = **132**"],
    ["¿Cuánto es mil doscientos más treinta y cinco?", "1200 + 35 = **1235**"],
    ["la mitad de 37", "37 ÷ 2 = **18,5**"],
    ["Add 3 and 5, then multiply by 2.", "(3 + 5) × 2 = **16**"],
    ["Take the sum of 3 and 5 and double it", "(3 + 5) × 2 = **16**"],
    ["3 plus 5, then multiply it by 2", "(3 + 5) × 2 = **16**"],
    ["Addiere 3 und 5, dann multipliziere das mit 2", "(3 + 5) × 2 = **16**"],
    [
      'What is the square root of the sum of the numbers of letters in the words "hello" and "world"?',
      "√(5 + 5) ≈ **3.162278**",
    ],
    [
      'Count the letters of "hello" and of "world", add both counts, and take the square root.',
      "√(5 + 5) ≈ **3.162278**",
    ],
    ["How many letters have hello and world together, and what is the square root of that?", "√(5 + 5) ≈ **3.162278**"],
    [
      "Add the number of letters of hello to the number of letters of world and give me the square root of the result.",
      "√(5 + 5) ≈ **3.162278**",
    ],
    ["Find the lengths of hello and world, add them, then take the square root.", "√(5 + 5) ≈ **3.162278**"],
    ["If I add 3 to 5 and multiply that by two, what do I get?", "(3 + 5) × 2 = **16**"],
    ["¿Cuántas letras tienen hola y mundo juntas, y cuál es su raíz cuadrada?", "√(4 + 5) = **3**"],
  ])("%s", async (question, answer) => {
    expect((await askResponders(question))?.text ?? "").toBe(answer);
  });
});

describe("conversions", () => {
  it.each<[question: string, answer: string]>([
    ["How tall is 6 foot 2 in cm?", "6 foot 2 = **187.96 centimeters**"],
    ["How many minutes are in 2 hours and 20 minutes?", "2 hours and 20 minutes = **140 minutes**"],
    ["How many hours are two and a half days?", "2.5 days = **60 hours**"],
    ["minus 20 celsius in fahrenheit", "-20 celsius = **-4 degrees Fahrenheit**"],
    ["half an hour in seconds", "0.5 hour = **1,800 seconds**"],
    ["70 kg, how many pounds is that?", "70 kg ≈ **154.3236 pounds**"],
    ["Wie viele Minuten sind anderthalb Stunden?", "1,5 Stunden = **90 Minuten**"],
    ["Cuántos minutos son dos horas y media", "dos horas y media = **150 minutos**"],
    ["Convert 5 miles to km", "5 miles ≈ **8.0467 kilometers**"],
    ["180 cm in feet", "180 cm ≈ **5.9055 feet**"],
    ["How many seconds are in a day?", "1 day = **86,400 seconds**"],
    ["What is 30 degrees Celsius in Fahrenheit?", "30 degrees Celsius = **86 degrees Fahrenheit**"],
    ["-40 °C to °F", "-40 °C = **-40 degrees Fahrenheit**"],
    ["2 gallons in litres", "2 gallons ≈ **7.5708 liters**"],
    ["40 mph in km/h", "40 mph ≈ **64.3738 kilometers per hour**"],
    ["Rechne 5 Meilen in Kilometer um", "5 Meilen ≈ **8,0467 Kilometer**"],
    ["Wie viele Sekunden hat ein Tag?", "1 Tag = **86.400 Sekunden**"],
    ["Convierte 5 millas en kilómetros", "5 millas ≈ **8,0467 kilómetros**"],
    ["¿Cuántos segundos tiene un día?", "1 día = **86.400 segundos**"],
  ])("%s", async (question, answer) => {
    expect((await askResponders(question))?.text).toBe(answer);
  });
});

describe("dates", () => {
  it.each<[question: string, answer: string]>([
    ["How many days until Christmas?", "**31 days**"],
    ["How many days are left until 1 March 2027?", "**97 days**"],
    ["How many weeks until Christmas?", "**4 weeks and 3 days**"],
    ["How many days since 1 November?", "**23 days**"],
    ["How many days are there between 2026-02-10 and 2026-06-01?", "**111 days**"],
    ["how many days are there between 10 February and 1 June 2026", "**111 days**"],
    ["What day of the week is 24 December 2026?", "**Thursday, 24 December 2026**"],
    ["Which day of the week will it be the day after tomorrow?", "**Thursday, 26 November 2026**"],
    ["What is the date today?", "**Tuesday, 24 November 2026**"],
    ["What day is tomorrow?", "**Wednesday, 25 November 2026**"],
    ["What date is it in 3 weeks?", "**Tuesday, 15 December 2026**"],
    ["What date was 10 days ago?", "**Saturday, 14 November 2026**"],
    ["What is the date 45 days after 2024-11-02?", "**Tuesday, 17 December 2024**"],
    ["Wie viele Tage sind es bis Silvester?", "**37 Tage**"],
    ["Wie viele Tage noch bis zum 24. Dezember?", "**30 Tage**"],
    ["Welcher Wochentag ist der 3.10.2027?", "**Sonntag, 3. Oktober 2027**"],
    ["Welcher Tag ist in 2 Wochen?", "**Dienstag, 8. Dezember 2026**"],
    ["Was für ein Tag ist morgen?", "**Mittwoch, 25. November 2026**"],
    ["¿Cuántos días faltan para Navidad?", "**31 días**"],
    ["¿Qué día de la semana es el 24 de diciembre de 2026?", "**jueves, 24 de diciembre de 2026**"],
    ["¿Qué día será dentro de 2 semanas?", "**martes, 8 de diciembre de 2026**"],
  ])("%s", async (question, answer) => {
    expect((await askResponders(question))?.text).toBe(answer);
  });
});

describe("the clock", () => {
  it.each<[question: string, answer: string]>([
    ["What time is it?", "**12:00**"],
    ["what time is it in Tokyo right now", "Tokyo: **20:00**"],
    ["Can you tell me the time in New York?", "New York: **06:00**"],
    ["Wie spät ist es?", "**12:00**"],
    ["Wie viel Uhr ist es in Tokio?", "Tokio: **20:00**"],
    ["¿Qué hora es en Nueva York?", "Nueva York: **06:00**"],
  ])("%s", async (question, answer) => {
    expect((await askResponders(question))?.text).toBe(answer);
  });
});

describe("notes", () => {
  it.each<[message: string, note: string, answer: string]>([
    ["Remember that my sister's birthday is on 3 March.", "my sister's birthday is on 3 March", "I have saved it."],
    ["Please remember that the wifi code is 4,812", "the wifi code is 4,812", "I have saved it."],
    ["Don't forget that the meeting starts at 10:30", "the meeting starts at 10:30", "I have saved it."],
    ["Note to self: the boiler needs water every month", "the boiler needs water every month", "I have saved it."],
    ["pls remember: gate code 5521", "gate code 5521", "I have saved it."],
    ["Our plumber is called Ines, please remember that.", "Our plumber is called Ines", "I have saved it."],
    ["Notiz: Ersatzreifen liegen im Keller", "Ersatzreifen liegen im Keller", "Ich habe es gespeichert."],
    ["Apunta: la llave está en la maceta", "la llave está en la maceta", "Lo he guardado."],
    ["Merk dir bitte, dass ich den Tee stark mag", "ich den Tee stark mag", "Ich habe es gespeichert."],
    ["Recuerda que mi perro se llama Bruno", "mi perro se llama Bruno", "Lo he guardado."],
  ])("are saved: %s", async (message, text, answer) => {
    const calls = [{ name: "memory_write", input: { text } }];
    expect(await askResponders(message)).toEqual({ by: "remember", text: answer, calls });
  });

  it.each([
    'Save this note: "Embedding model comparison takeaways" into project:metal',
    "Put a note in project:metal: Embedding model comparison takeaways",
    'Please keep "Embedding model comparison takeaways" under project:metal',
    "Note for project:metal: Embedding model comparison takeaways",
    "Speichere diese Notiz: „Embedding model comparison takeaways“ in project:metal",
    "Guarda esta nota: Embedding model comparison takeaways en project:metal",
  ])("are saved at the place that is named: %s", async (message) => {
    const input = { text: "Embedding model comparison takeaways", namespace: "project:metal" };
    expect((await askResponders(message))?.calls).toEqual([{ name: "memory_write", input }]);
  });

  it.each([
    "Put the meeting notes into project:metal",
    'Save "a" or "b c d" into project:metal',
    "Keep it under 12:30",
  ])("are left to the model: %s", async (message) => expect(await askResponders(message)).toBeNull());

  const NOTES = [
    { id: "n1", text: "The code of my bicycle lock is 4812" },
    { id: "n2", text: "Hotels in Vienna: Sacher" },
    { id: "n3", text: "Mein Fahrradschloss hat den Code 4812" },
    { id: "n4", text: "Mi perro se llama Bruno" },
  ];
  it.each<[message: string, id: string, answer: string]>([
    ["Forget the code of my bicycle lock.", "n1", "Notes deleted: 1."],
    ["Please forget what I told you about Vienna", "n2", "Notes deleted: 1."],
    ["Delete my note about the hotel in Vienna", "n2", "Notes deleted: 1."],
    ["Vergiss bitte, was ich dir über mein Fahrradschloss gesagt habe", "n3", "Gelöschte Notizen: 1."],
    ["Olvida lo que te dije de mi perro", "n4", "Notas borradas: 1."],
  ])("are offered for deletion: %s", async (message, id, answer) => {
    const calls = [{ name: "memory_delete", input: { note: id } }];
    expect(await askResponders(message, NOTES)).toEqual({ by: "forget", text: answer, calls });
  });

  it("are left alone where no recalled note holds every word", async () => {
    expect(await askResponders("Forget the code of my garden gate", NOTES)).toBeNull();
    expect(await askResponders("Forget it", NOTES)).toBeNull();
    expect(await askResponders("Forget the code of my bicycle lock")).toBeNull();
  });
});

it.each([
  ["Remember that my bicycle is green", "Memory is switched off"],
  ["Merk dir, dass mein Rad grün ist", "Das Gedächtnis ist ausgeschaltet"],
  ["What is in project:metal?", "Memory is switched off"],
])("where no note can be kept it says so: %s", async (text, said) => {
  const replies = createResponders().map((responder) =>
    responder.respond(
      { text, today: "2026-11-24", now: "2026-11-24T12:00", memory: false, notes: [], files: [], model: "large" },
      async () => null,
    ),
  );
  const answered = (await Promise.all(replies)).flatMap((reply) => reply ?? []);
  expect(answered.map((reply) => reply.text.slice(0, said.length))).toEqual([said]);
});
