import { z } from "zod";
import type { Section } from "./section.ts";

const number = z.number();
const PART = z.object({
  ...{ model: z.string(), way: z.enum(["bare", "agent"]), policy: z.string() },
  ...{ kinds: z.record(z.string(), z.tuple([number, number])), right: number, asked: number, empty: number },
  seconds: number,
});
const EVERYDAY = z.object({ parts: z.array(PART) });

/** Of a hundred questions, how many more than the bare file the app has to answer. */
const MARGIN = 15;

/** What `everyday` printed: each model by itself and through the app. */
export function toEveryday(figures: unknown): Section {
  const { parts } = EVERYDAY.parse(figures);
  const models = [...new Set(parts.map(({ model }) => model))];
  const kinds = [...new Set(parts.flatMap((part) => Object.keys(part.kinds)))];
  const pairs = models.flatMap((model) => {
    const [bare, agent] = (["bare", "agent"] as const).map((way) =>
      parts.find((part) => part.model === model && part.way === way),
    );
    return bare && agent ? [{ model, bare, agent }] : [];
  });
  return {
    title: "Everyday questions",
    text:
      "The same open list, asked of each model by itself and through the whole app, with llama.cpp's native binding: right " +
      "answers by kind, answers without a word, and the median seconds of an answer there. What the app computes without " +
      "the model counts as the app's.",
    rows: [
      ["", ...parts.map(({ model, way, policy }) => (way === "bare" ? `${model}, bare` : `${model}, app (${policy})`))],
      ...kinds.map((kind) => [kind, ...parts.map((part) => (part.kinds[kind] ?? [0, 0]).join(" of "))]),
      ["all", ...parts.map(({ right, asked }) => `${right} of ${asked}`)],
      ["empty", ...parts.map(({ empty }) => String(empty))],
      ["seconds", ...parts.map(({ seconds }) => seconds.toFixed(1))],
    ],
    targets: pairs.map(({ model, bare, agent }) => {
      const more = (100 * agent.right) / agent.asked - (100 * bare.right) / bare.asked;
      return {
        what: `${model}: through the app at least ${MARGIN} points in a hundred above the bare file, none empty`,
        figure: `${more.toFixed(0)} points, ${agent.empty} empty`,
        met: more >= MARGIN && agent.empty === 0,
      };
    }),
  };
}
