import { expect, it } from "vitest";
import { toCsv } from "./to-csv.ts";

it("writes rows that a spreadsheet reads back, and no formula of a stranger", () => {
  const rows = [
    ["a, b", 'say "x"', -5],
    ["=1+1", "-2.5", null],
    ["@x", "-cmd|' /C calc'!A0", "two\nlines"],
  ];
  expect(toCsv(["one", "two", "three"], rows)).toBe(
    'one,two,three\r\n"a, b","say ""x""",-5\r\n\'=1+1,-2.5,\r\n\'@x,\'-cmd|\' /C calc\'!A0,"two\nlines"\r\n',
  );
});
