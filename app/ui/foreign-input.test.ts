import { expect, it } from "vitest";
import { isForeignInput, toSelectedText } from "./foreign-input.ts";

const toInput = (inputType: string, data: string | null): Event =>
  Object.assign(new Event("input"), { inputType, data });

it("what is pasted or dropped counts as foreign, what is typed does not, nor what was copied from the same field", () => {
  expect(isForeignInput(toInput("insertFromPaste", "Save this."))).toBe(true);
  expect(isForeignInput(toInput("insertFromPasteAsQuotation", "Save this."))).toBe(true);
  expect(isForeignInput(toInput("insertFromDrop", null))).toBe(true);
  expect(isForeignInput(toInput("insertText", "S"))).toBe(false);
  expect(isForeignInput(toInput("insertReplacementText", "Save"))).toBe(false);
  expect(isForeignInput(new Event("input"))).toBe(false);
  const field = { value: "Save this.", selectionStart: 0, selectionEnd: 4 } as HTMLTextAreaElement;
  expect(isForeignInput(toInput("insertFromPaste", "Save"), toSelectedText(field))).toBe(false);
});
