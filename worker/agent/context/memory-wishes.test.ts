import { describe, expect, it } from "vitest";
import { findMissing, toForgetWish, toKeepWish } from "./memory-wishes.ts";

describe("what a message asks to keep", () => {
  it.each<[string, readonly string[]]>([
    [
      "Remember that my bicycle is green and that my cat is called Tom",
      ["my bicycle is green", "my cat is called Tom"],
    ],
    [
      "Remember that Peter's birthday is 3 June and that I am allergic to nuts.",
      ["Peter's birthday is 3 June", "I am allergic to nuts"],
    ],
    ["Please remember my bicycle is green and my cat is called Tom", ["my bicycle is green", "my cat is called Tom"]],
    ["Remember that my sister and I like tea", ["my sister and I like tea"]],
    ["Note: the lock of the bicycle opens with 4812", ["the lock of the bicycle opens with 4812"]],
    ["Remember that my dentist is Mr. Smith. What is 2 + 2?", ["my dentist is Mr. Smith"]],
    ["Remember that I like tea and tell me a joke", ["I like tea and tell me a joke"]],
    [
      "Merke dir, dass mein Fahrrad grün ist und dass meine Katze Tom heißt",
      ["mein Fahrrad grün ist", "meine Katze Tom heißt"],
    ],
    ["Vergiss nicht, dass ich Nüsse nicht vertrage", ["ich Nüsse nicht vertrage"]],
    [
      "Recuerda que mi bicicleta es verde y que mi gato se llama Tom",
      ["mi bicicleta es verde", "mi gato se llama Tom"],
    ],
    ["I want you to remember that I drink my coffee black", ["I drink my coffee black"]],
    ["Remember the wifi password at the cabin is pinecone7", ["the wifi password at the cabin is pinecone7"]],
    ["Remember my dentist appointment on Tuesday at 3", ["my dentist appointment on Tuesday at 3"]],
    ["Notiere: Mein Fahrrad ist grün", ["Mein Fahrrad ist grün"]],
    ["Merk dir bitte, dass ich Tee mag", ["ich Tee mag"]],
    ["Merk dir, mein Fahrrad ist grün", ["mein Fahrrad ist grün"]],
    ["Kannst du dir merken, dass mein Fahrrad grün ist?", ["mein Fahrrad grün ist"]],
    ["Schreib dir auf: Der Schlüssel liegt unter der Matte", ["Der Schlüssel liegt unter der Matte"]],
    ["Bitte notieren: Die Fähre fährt um 7:40", ["Die Fähre fährt um 7:40"]],
    ["¿Puedes recordar que mi bicicleta es verde?", ["mi bicicleta es verde"]],
    ["Apunta esto: la llave está debajo del felpudo", ["la llave está debajo del felpudo"]],
    ["Quiero que recuerdes que mi gato se llama Tom", ["mi gato se llama Tom"]],
    ["Recuerda mi cumpleaños es el 4 de mayo", ["mi cumpleaños es el 4 de mayo"]],
  ])("%s", (asked, wishes) => expect(toKeepWish(asked)?.facts).toEqual(wishes));

  it.each([
    ["Remember that my bicycle is green", "en", true],
    ["Please remember that my bicycle is green.", "en", true],
    ["Notiere: Mein Fahrrad ist grün", "de", true],
    ["Recuerda que mi bicicleta es verde", "es", true],
    ["Remember that I like tea and tell me a joke", "en", false],
    ["Remember that I like tea. What is 2 + 2?", "en", false],
    ["Remember that I like tea\nWhat is 2 + 2?", "en", false],
    ["Merk dir, dass ich Tee mag, und sag mir die Uhrzeit", "de", false],
  ])("is understood in its language, with whether it is all: %s", (asked, language, isAll) => {
    expect(toKeepWish(asked)).toMatchObject({ language, isAll });
  });

  it.each([
    "Do you remember that evening?",
    "What should I remember?",
    "Save the file as PDF",
    "Was merkst du dir?",
    "¿Recuerdas mi nombre?",
    "Remember to buy milk",
    "Remember when we met?",
    "Save my file as PDF",
    "Note the difference between the two",
    "Schreibe ich das richtig?",
    "Merken sich Katzen das?",
    "Guarda mi archivo como PDF",
    "",
  ])("nothing: %s", (asked) => expect(toKeepWish(asked)).toBeNull());

  it("is held by a note that says it in much the same words", () => {
    const wishes = ["my bicycle is green", "my cat is called Tom"];
    expect(findMissing(wishes, [])).toEqual(wishes);
    expect(findMissing(wishes, ["The cat is named Tom."])).toEqual(["my bicycle is green"]);
    expect(findMissing(wishes, ["The user's bicycle is green and the cat is called Tom."])).toEqual([]);
  });
});

describe("what a message asks to forget", () => {
  it.each([
    ["Forget what I said about my bicycle", "en", "bicycle"],
    ["Please forget my dentist appointment.", "en", "dentist"],
    ["Delete the note about the ferry", "en", "ferry"],
    ["Vergiss, was ich über mein Fahrrad gesagt habe", "de", "Fahrrad"],
    ["Lösche die Notiz über die Fähre", "de", "Fähre"],
    ["Olvida lo que dije sobre mi bicicleta", "es", "bicicleta"],
    ["Borra la nota sobre el ferry", "es", "ferry"],
  ])("%s", (asked, language, word) => {
    expect(toForgetWish(asked)).toMatchObject({ language, subject: expect.stringContaining(word) });
  });

  it.each([
    "Don't forget that I like tea",
    "Forget it",
    "Forget that.",
    "Vergiss nicht, dass ich Tee mag",
    "No olvides que me gusta el té",
    "Delete the second line of this text",
    "I forget things",
  ])("nothing: %s", (asked) => expect(toForgetWish(asked)).toBeNull());
});
