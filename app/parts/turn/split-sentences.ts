/** After these a text goes on: `14.` of a date, a letter or two that stand for a word. */
const GOES_ON = /(?:^|[\s(])(?:\d{1,3}|\p{L}{1,2})\.[^\S\n]*$/u;

/** The sentences of a text, one after the other without a gap; a source's mark belongs to the one it follows. */
export function splitSentences(text: string): readonly string[] {
  const withoutMarks = text.replaceAll(/\[\d+\]/g, (mark) => " ".repeat(mark.length));
  const sentences: string[] = [];
  let goesOn = false;
  for (const { segment, index } of new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(withoutMarks)) {
    const sentence = text.slice(index, index + segment.length);
    if (goesOn) sentences[sentences.length - 1] += sentence;
    else sentences.push(sentence);
    goesOn = GOES_ON.test(segment);
  }
  return sentences;
}
