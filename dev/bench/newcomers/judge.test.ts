import { describe, expect, it } from "vitest";
import { decodeText } from "../../../worker/store/workspace/file-bytes.ts";
import { readTable } from "../../../worker/tools/tables/read-table.ts";
import { BOOKINGS, writeBankFile } from "./bank-file.ts";
import { type Judged, judge } from "./judge.ts";
import { listChats, PEOPLE } from "./people.ts";

const SAID: Judged = { text: "", calls: [], by: "model", notes: [], tasks: [], language: "en", now: new Date() };

describe("the questions of newcomers", () => {
  it("are as many as they were when people were watched", () => {
    const chats = listChats();
    const counts = PEOPLE.map((person) =>
      chats.filter((chat) => chat.person === person).reduce((sum, { asks }) => sum + asks.length, 0),
    );
    expect(counts).toEqual([29, 30, 4, 21]);
  });

  it("have a table as a bank writes it", () => {
    const table = readTable("a.csv", decodeText(writeBankFile()) ?? "");
    expect(table).toMatchObject({ rows: BOOKINGS.length });
    expect(table?.columns.map(({ name, type }) => [name, type])).toEqual([
      ["Buchungstag", "date"],
      ["Empfänger", "text"],
      ["Kategorie", "text"],
      ["Betrag (EUR)", "number"],
    ]);
  });
});

describe("an answer", () => {
  const wanted = { grade: { num: 7 } };

  it.each<[judgement: string, said: Partial<Judged>]>([
    ["right", { text: "It is 7." }],
    ["right", { text: "See the chart.", by: "tables", calls: [{ name: "draw_chart", outcome: '{"rows":[["a",7]]}' }] }],
    ["wrong", { text: "Done.", calls: [{ name: "draw_chart", outcome: '{"rows":[["a",7]]}' }] }],
    ["refused", { text: "I do not know that." }],
    ["refused", { text: "These passages come nearest: 7", by: "quotes" }],
    ["wrong", { text: "I have no tool to explain a 7 pump" }],
    ["wrong", { text: "It is 8." }],
    ["wrong", { text: "" }],
    ["untrue", { text: "It is 8.", by: "tables" }],
  ])("is %s", (judgement, said) => {
    const { text = "" } = said;
    const grade = text.includes("pump") ? { num: 70 } : wanted.grade;
    expect(judge({ grade }, { ...SAID, ...said })).toBe(judgement);
  });

  it("has to come from the tool that is asked for, and leave no task", () => {
    expect(judge({ ...wanted, call: "a" }, { ...SAID, text: "7" })).toBe("wrong");
    expect(judge({ grade: {}, noTask: "x" }, { ...SAID, text: "Gone.", tasks: ["do x"] })).toBe("wrong");
    expect(judge({ grade: {}, noTask: "x" }, { ...SAID, text: "Gone.", tasks: ["do y"] })).toBe("right");
  });
});
