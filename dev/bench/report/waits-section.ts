import { z } from "zod";
import type { Section } from "./section.ts";

const number = z.number();
const WAITS = z.object({
  threads: number,
  lines: z.array(
    z.object({
      ...{ name: z.string(), atLoad: number, predicted: number, measured: number, ratio: number },
      ...{ firstAtLoad: number, firstMeasured: number, read: number, written: number },
    }),
  ),
});
/** The plan may be wrong by this factor, either way. */
export const MAX_FACTOR = 2;

/** The seconds an answer that the plan of this device says, beside those that answers took. */
export function toWaits(figures: unknown): Section {
  const { threads, lines } = WAITS.parse(figures);
  const wrong = lines.map(({ ratio }) => Math.max(ratio, 1 / ratio));
  return {
    title: "What the plan says, and what answers take",
    text:
      `Seconds of usual questions through the whole app in Chromium, on ${threads === 1 ? "one thread" : `${threads} threads`}: as the plan of the device ` +
      "says right after the load, as it says once the model has answered, and as the answers took (the median after the first). The " +
      "first question reads what stands before all of them.",
    rows: [
      [
        "",
        "said at load",
        "said afterwards",
        "measured",
        "first, said at load",
        "first, measured",
        "tokens read and written",
      ],
      ...lines.map((line) => [
        line.name,
        ...[line.atLoad, line.predicted, line.measured, line.firstAtLoad, line.firstMeasured].map((each) =>
          each.toFixed(1),
        ),
        `${line.read} and ${line.written}`,
      ]),
    ],
    targets: [
      {
        what: `what is said is wrong by no more than a factor of ${MAX_FACTOR}`,
        figure: lines.map(({ ratio }) => ratio.toFixed(2)).join(", "),
        met: wrong.every((factor) => factor <= MAX_FACTOR),
      },
    ],
  };
}
