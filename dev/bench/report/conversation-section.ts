import { z } from "zod";
import type { Section, Target } from "./section.ts";

const number = z.number();
const TIMES = z.object({ firstWord: number, end: number });
const TOTAL = z.object({
  contestant: z.string(),
  ...{
    cold: number,
    warm: number,
    firstWords: number,
    readLater: number,
    written: number,
    right: number,
    asked: number,
  },
});
const MODEL = z.object({
  model: z.string(),
  totals: z.array(TOTAL),
  lines: z.array(
    z.object({
      ...{ contestant: z.string(), question: z.string(), cold: TIMES, warm: TIMES, answer: z.string() },
      ...{ read: number, kept: number, written: number, turns: number, right: number, rounds: number },
    }),
  ),
});
const CONVERSATION = z.object({ threads: number, models: z.array(MODEL) });
type Model = z.infer<typeof MODEL>;

const APP = "alcove";
const ALONE = "the model alone";

export function toConversation(figures: unknown): Section {
  const { threads, models } = CONVERSATION.parse(figures);
  return {
    title: "A conversation",
    text:
      "The same ten questions in one conversation (sums, measures, dates, words, two steps, a file): the built app, wllama's own " +
      `chat completion with the same file, ${threads === 1 ? "one thread" : `${threads} threads`} each and six of the same tools, ` +
      "and the model alone, without tools. The starter's own template shows a model no tools, so there it is also asked with one " +
      "that does. Seconds, in turns; the first round is cold, and of others the medians are given as warm. " +
      "Right counts the questions that were answered rightly in every round. Seconds a right answer: the warm conversation " +
      "divided by them.",
    rows: [
      [
        "",
        "ten answers, warm",
        "cold",
        "first words, warm",
        "tokens read after the first",
        "written",
        "right",
        "s a right answer",
      ],
      ...models.flatMap(({ model, totals }) =>
        totals.map((each) => [
          `${model}: ${each.contestant}`,
          each.warm.toFixed(1),
          each.cold.toFixed(1),
          each.firstWords.toFixed(1),
          String(each.readLater),
          String(each.written),
          `${each.right} of ${each.asked}`,
          toCost(each).toFixed(1),
        ]),
      ),
      ...models.flatMap(({ model, lines }) =>
        lines
          .filter(({ contestant }) => contestant === APP)
          .map((each) => [
            `${model}: ${each.question}`,
            each.warm.end.toFixed(1),
            each.cold.end.toFixed(1),
            each.warm.firstWord.toFixed(1),
            `${each.read}, ${each.kept} kept`,
            String(each.written),
            `${each.right} of ${each.rounds}`,
            "",
          ]),
      ),
    ],
    targets: models.flatMap(toTargets),
  };
}

/** Seconds of the conversation for each answer that was right. */
function toCost({ warm, right }: z.infer<typeof TOTAL>): number {
  return right === 0 ? Number.POSITIVE_INFINITY : warm / right;
}

function toTargets({ model, totals, lines }: Model): readonly Target[] {
  const own = totals.find(({ contestant }) => contestant === APP);
  const alone = totals.find(({ contestant }) => contestant === ALONE);
  if (own === undefined || alone === undefined) return [];
  const peers = totals.filter((each) => each !== own && each !== alone);
  const [best] = peers.toSorted((left, right) => toCost(left) - toCost(right));
  const ofPeer = toCost(own) / (best === undefined ? Number.NaN : toCost(best));
  const ofAlone = toCost(own) / toCost(alone);
  const toRight = ({ right, asked }: typeof own): string => `${right} of ${asked} right`;
  // Questions that need no tool, after the first: what is read is the question alone, or else something is read again.
  const isOwn = ({ contestant }: Model["lines"][number]): boolean => contestant === APP;
  const plain = lines.filter((line) => isOwn(line) && line.turns === 1 && line !== lines.find(isOwn));
  const beside = plain.map(({ question, read }) => {
    const others = lines.filter((line) => !isOwn(line) && line.question === question);
    return { read, least: Math.min(...others.map((line) => line.read)) };
  });
  return [
    {
      what: `${model}: seconds a right answer at most a third of the best peer's with tools`,
      figure: `${ofPeer.toFixed(2)} of ${best?.contestant}, ${best && toRight(best)}; ours ${toRight(own)}`,
      met: ofPeer <= 1 / 3,
    },
    {
      what: `${model}: at most 0.8 of the bare model's`,
      figure: `${ofAlone.toFixed(2)}, ${toRight(alone)}`,
      met: ofAlone <= 0.8,
    },
    {
      what: `${model}: a later question that needs no tool reads its own words alone, as many tokens as a peer`,
      figure: beside.map(({ read, least }) => `${read} beside ${least}`).join(", "),
      met: beside.every(({ read, least }) => read <= least),
    },
  ];
}
