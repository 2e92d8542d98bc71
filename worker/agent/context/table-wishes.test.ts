import { describe, expect, it } from "vitest";
import { mayBeTableWish, toDescribedColumns, toTableWish } from "./table-wishes.ts";

const RENTS = [
  { name: "city", type: "text", values: ["Graz", "Linz", "St. Anton"] },
  { name: "month", type: "text", values: ["January", "February"] },
  { name: "monthlyRent", type: "number", values: [] },
  { name: "rooms", type: "number", values: [] },
];
const BANK = [
  { name: "Date", type: "date", values: [] },
  { name: "Payee", type: "text", values: ["Bakery", "Power Co"] },
  { name: "Amount", type: "number", values: [] },
];

function query(asked: string, columns = RENTS) {
  return toTableWish(asked, columns)?.query;
}

describe("a wish to a table", () => {
  it.each([
    ["What is the average rent?", { operation: "average", column: "monthlyRent" }],
    ["Highest rent in Graz", { operation: "max", column: "monthlyRent", where: "city = Graz" }],
    ["Wie ist der Durchschnitt der Spalte rooms?", { operation: "average", column: "rooms" }],
    ["¿Cuál es el promedio de rooms?", { operation: "average", column: "rooms" }],
    ["Sum of rooms by city", { operation: "sum", column: "rooms", group_by: "city" }],
    ["How many entries are from St. Anton?", { operation: "count", where: "city = St. Anton" }],
    ["How many rows are there?", { operation: "count" }],
    ["Which city has the lowest rent?", { operation: "rows", sort: "monthlyRent", limit: 1 }],
    [
      "Which city had the highest rent in January?",
      { operation: "rows", sort: "monthlyRent descending", limit: 1, where: "month = January" },
    ],
    ["Which columns are there?", null],
  ])("%s", (asked, expected) => {
    expect(mayBeTableWish(asked)).toBe(true);
    expect(query(asked)).toEqual(expected);
  });

  it("takes the only column of numbers where none is named, and asks what of for a sum that is not called one", () => {
    expect(query("What is the total?", BANK)).toEqual({ operation: "sum", column: "Amount" });
    expect(query("How much went to Power Co?", BANK)).toEqual({
      operation: "sum",
      column: "Amount",
      where: "Payee = Power Co",
    });
    expect(query("How much did I spend?", BANK)).toBeUndefined();
  });

  it("is none where it is not plain", () => {
    expect(query("What is the average?")).toBeUndefined();
    expect(query("What is the average rent over 700?")).toBeUndefined();
    expect(query("What is the sum of 3 and 4?")).toBeUndefined();
    expect(query("How many people live there?")).toBeUndefined();
    expect(mayBeTableWish("Tell me a joke")).toBe(false);
  });

  it("is told in the words of its language and of the table", () => {
    expect(toTableWish("What is the average rent in Graz?", RENTS)?.label).toBe("average, monthlyRent, city = Graz");
    expect(toTableWish("Summe von rooms", RENTS)?.label).toBe("Summe, rooms");
    expect(toTableWish("Which columns are there?", RENTS)?.label).toBe("city, month, monthlyRent, rooms");
  });
});

it("columns are read from a description, whatever else stands in it", () => {
  const columns = [{ name: "a", type: "text", examples: ["x", 1] }, { name: 3 }, null];
  expect(toDescribedColumns({ file: "a.csv", columns })).toEqual([{ name: "a", type: "text", values: ["x"] }]);
  expect(toDescribedColumns("nothing")).toEqual([]);
});
