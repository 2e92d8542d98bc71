import { expect, it } from "vitest";
import { toCsv } from "./table-result.tsx";

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

it("leaves no formula to a spreadsheet that has semicolons between its cells, nor one behind a blank line or in wide signs", () => {
  expect(toCsv(["one"], [["a;=cmd"], ["\n=1"], ["＝1+1"], ["a\tb"]])).toBe(
    'one\r\n"a;=cmd"\r\n"\'\n=1"\r\n\'＝1+1\r\n"a\tb"\r\n',
  );
});
