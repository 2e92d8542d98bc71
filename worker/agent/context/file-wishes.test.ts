import { describe, expect, it } from "vitest";
import { isNamedIn, listNamed, toFileChange, toFileWish } from "./file-wishes.ts";
import { guessLanguage } from "./guess-language.ts";

describe("what is asked of the files by their names", () => {
  it("is a list of all, or of one kind, in three languages", () => {
    for (const asked of [
      "list my files",
      "Which files are in my folder?",
      "what files do I have?",
      "Show me all documents",
      "How many files do I have?",
      "what is in my folder",
      "Welche Dateien habe ich?",
      "Zeig mir meine Dateien",
      "Was ist in meinem Ordner?",
      "¿Qué archivos tengo?",
      "Lista mis archivos",
    ]) {
      expect(toFileWish(asked), asked).toEqual({ type: "list", name: "*" });
    }
    expect(toFileWish("Which CSV files do I have?")).toEqual({ type: "list", name: "*.csv" });
    expect(toFileWish("¿Qué archivos PDF hay?")).toEqual({ type: "list", name: "*.pdf" });
    expect(toFileWish("What is in the folder english?")).toEqual({ type: "open-folder", folder: "english" });
  });

  it("is the text of one file", () => {
    for (const asked of [
      "What is in lease.md?",
      "what does lease.md say",
      "Summarise the file lease.md",
      "open lease.md",
      "show me lease.md please.md".slice(0, 16),
      "Was steht in lease.md?",
      "Fasse lease.md zusammen",
      "¿Qué dice lease.md?",
    ]) {
      expect(toFileWish(asked), asked).toEqual({ type: "read", name: "lease.md", isSure: true });
    }
    expect(toFileWish('Read "read me.md"')).toEqual({ type: "read", name: "read me.md", isSure: true });
    expect(toFileWish("Open the lentil soup recipe")).toEqual({
      type: "read",
      name: "lentil soup recipe",
      isSure: false,
    });
  });

  it("is nothing of the kind where something in them is asked about", () => {
    for (const asked of [
      "What does the lease say about pets?",
      "How long is the warranty of the washing machine?",
      "Which of my documents is about the warranty?",
      "What is the average amount in expenses.csv?",
      "Hello",
    ]) {
      expect(toFileWish(asked), asked).toBeNull();
    }
    expect(listNamed('Compare a.csv with "my own.md"')).toEqual(["a.csv", "my own.md"]);
    expect(isNamedIn("How much are my expenses?", "english/expenses.csv")).toBe(true);
    expect(isNamedIn("How much is the rent?", "english/expenses.csv")).toBe(false);
  });
});

describe("a change that is spelled out", () => {
  it("writes, adds, replaces, renames, moves and deletes", () => {
    const changes: readonly (readonly [string, unknown])[] = [
      [
        "Write a file shopping.txt with milk and bread",
        ["write_file", { path: "shopping.txt", text: "milk\nbread\n" }],
      ],
      [
        'Create notes/plan.md with the text "Call Ana, and ask her."',
        ["write_file", { path: "notes/plan.md", text: "Call Ana, and ask her.\n" }],
      ],
      ["Add eggs to shopping.txt", ["write_file", { path: "shopping.txt", text: "eggs\n", append: true }]],
      [
        'Replace "940 euros" with "950 euros" in lease.md',
        ["edit_file", { path: "lease.md", find: "940 euros", replace: "950 euros" }],
      ],
      ["In lease.md change 940 to 950", ["edit_file", { path: "lease.md", find: "940", replace: "950" }]],
      ["Rename the file draft.txt to final.txt", ["move_file", { path: "draft.txt", to: "final.txt" }]],
      ["Move a/scan.pdf to the folder bills", ["move_file", { path: "a/scan.pdf", to: "bills/scan.pdf" }]],
      ["Please delete the file old.txt", ["delete_file", { path: "old.txt" }]],
      [
        "Schreibe eine Datei einkauf.txt mit Milch und Brot",
        ["write_file", { path: "einkauf.txt", text: "Milch\nBrot\n" }],
      ],
      ["Füge Eier zu einkauf.txt hinzu", ["write_file", { path: "einkauf.txt", text: "Eier\n", append: true }]],
      ["Benenne alt.txt in neu.txt um", ["move_file", { path: "alt.txt", to: "neu.txt" }]],
      ["Crea un archivo compra.txt con leche y pan", ["write_file", { path: "compra.txt", text: "leche\npan\n" }]],
      ["Borra el archivo viejo.txt", ["delete_file", { path: "viejo.txt" }]],
      ["Cambia 940 por 950 en contrato.md", ["edit_file", { path: "contrato.md", find: "940", replace: "950" }]],
    ];
    for (const [asked, [tool, args]] of changes as readonly (readonly [string, readonly [string, object]])[]) {
      expect(toFileChange(asked), asked).toEqual({ tool, arguments: args });
    }
  });

  it("is not read into a question, or into a wish that leaves out the file", () => {
    for (const asked of ["What does a.txt say about milk?", "Write me a poem", "Add milk to my list", "Delete it"]) {
      expect(toFileChange(asked), asked).toBeNull();
    }
  });
});

it("the language of a sentence is told by its words", () => {
  expect(["List my files", "Welche Dateien habe ich?", "¿Qué dice el contrato?"].map(guessLanguage)).toEqual([
    "en",
    "de",
    "es",
  ]);
});
