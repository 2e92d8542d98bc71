import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Markdown } from "./markdown.tsx";

it("shows no marks while the reader of Markdown is on its way", () => {
  const shown = renderToStaticMarkup(<Markdown text="8 + 8 = **16**, by `calculate`" />);
  expect(shown).toContain("8 + 8 = ");
  expect(shown).not.toMatch(/\*\*|`/u);
});
