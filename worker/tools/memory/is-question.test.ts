import { expect, it } from "vitest";
import { isQuestion } from "./is-question.ts";

it.each([
  "How do I take my coffee",
  "What colour is my bicycle?",
  "Where is the key",
  "Wie heißt meine Katze",
  "Wann fährt der Zug?",
  "¿Cómo se llama mi perro?",
  "Cuándo es la reunión?",
])("%j asks something", (text) => expect(isQuestion(text)).toBe(true));

it.each([
  "I drink my coffee black",
  "When I travel I take the train",
  "What I like: tea",
  "the bicycle lock opens with 4812",
  "Wie ich den Tee mag: stark",
  "Mi perro se llama Bruno",
])("%j tells something", (text) => expect(isQuestion(text)).toBe(false));
