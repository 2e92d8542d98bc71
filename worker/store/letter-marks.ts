const BITS_A_LETTER = 2;
const FIRST_WORDS = 1024;

/**
 * Which runs of three letters stand in each of many texts, as bits in one piece of memory, so that most texts without a word are
 * passed over unread. Two runs may share a bit, so that a set one proves nothing.
 */
export class LetterMarks {
  #words = new Int32Array(FIRST_WORDS);
  #end = 0;

  /** Takes in a text; gives the place of its marks, which stay. */
  add(text: string): number {
    const place = this.#end;
    const length = Math.ceil((text.length * BITS_A_LETTER) / 32);
    this.#grow(place + 1 + length);
    const words = this.#words;
    words[place] = length * 32;
    for (const run of toRuns(text)) {
      const bit = findBit(run, length * 32);
      const at = place + 1 + (bit >> 5);
      words[at] = (words[at] ?? 0) | (1 << (bit & 31));
    }
    return place;
  }

  /** False where the text whose marks are there lacks one of the runs for certain. */
  mayHold(place: number, runs: readonly number[]): boolean {
    const bits = this.#words[place] ?? 0;
    return runs.every((run) => {
      const bit = findBit(run, bits);
      return ((this.#words[place + 1 + (bit >> 5)] ?? 0) & (1 << (bit & 31))) !== 0;
    });
  }

  #grow(words: number): void {
    this.#end = words;
    if (words <= this.#words.length) return;
    const larger = new Int32Array(Math.max(words, 2 * this.#words.length));
    larger.set(this.#words);
    this.#words = larger;
  }
}

/** The runs of three letters of a text, as numbers; none where it is shorter. */
export function toRuns(text: string): readonly number[] {
  const runs: number[] = [];
  for (let at = 2; at < text.length; at += 1)
    runs.push((text.charCodeAt(at - 2) * 961 + text.charCodeAt(at - 1) * 31 + text.charCodeAt(at)) | 0);
  return runs;
}

/** Runs of neighbouring letters are multiplied apart (Fibonacci hashing). */
function findBit(run: number, bits: number): number {
  return (Math.imul(run, 0x9e3779b1) >>> 8) % bits;
}
