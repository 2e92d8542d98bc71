import { expect, test } from "vitest";
import type { ThreadMessage } from "../../formats/format.ts";
import { MAX_MEDIA_TOKENS } from "../../formats/media-mark.ts";
import { countMediaTokens, NOT_SHOWN, showMedia } from "./show-media.ts";

const PICTURE: ThreadMessage = { role: "user", text: "What is it?", media: ["AA==", "AQ=="] };
const PLAIN: ThreadMessage = { role: "user", text: "And now?" };

test("a model with eyes gets the pictures, and they count", () => {
  const perceives = { pictures: true, sounds: false };
  expect(showMedia([PICTURE, PLAIN], { perceives })).toEqual([PICTURE, PLAIN]);
  expect(countMediaTokens(PICTURE)).toBe(2 * MAX_MEDIA_TOKENS);
  expect(countMediaTokens(PLAIN)).toBe(0);
});

test("a model of text alone is told that it was not shown something, and nothing else changes", () => {
  expect(showMedia([PICTURE, PLAIN], {})).toEqual([{ role: "user", text: `What is it?\n${NOT_SHOWN}` }, PLAIN]);
  expect(showMedia([{ ...PLAIN, media: [] }], {})).toEqual([{ ...PLAIN, media: [] }]);
});
