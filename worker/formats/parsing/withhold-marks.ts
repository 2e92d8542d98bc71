/** A piece of text without the marks of any tool protocol. */
export interface CleanText {
  readonly text: string;
  /** Number of marks taken out. */
  readonly marks: number;
}

/**
 * A mark that no reader should see, of whatever dialect: special tokens, the tags around calls and results, Mistral's
 * brackets, a line that begins with `@tool`. A model that answers in another dialect than its own writes them as text.
 */
const MARKS = String.raw`<[|｜][^\s<>|｜]{1,40}[|｜]>|<\/?(?:tool_(?:call|calls|response|result)|tools|function_calls?|(?:start|end)_of_turn)>|\[\/?(?:TOOL_CALLS|TOOL_RESULTS|AVAILABLE_TOOLS|INST)\]`;
/** Beginnings that may become a mark with more text. */
const BEGINNINGS = String.raw`<\/?[|｜]?[^\s<>]{0,42}|\[\/?[A-Z_]{0,16}`;

/** The patterns for text that continues a line, and for text that begins one. */
const WITHIN_LINE = toPatterns(String.raw`(?<=\n)`);
const AT_LINE_START = toPatterns(String.raw`(?<=^|\n)`);

function toPatterns(lineStart: string): { readonly mark: RegExp; readonly beginning: RegExp } {
  return {
    mark: new RegExp(`${MARKS}|${lineStart}@tool [A-Za-z_]`),
    beginning: new RegExp(`(?:${BEGINNINGS}|${lineStart}@(?:t|to|too|tool|tool )?)$`),
  };
}

/** A mark that the end of the output cut off. */
const CUT_MARK = /^(?:<[|｜]|<\/?t(?:o|oo|ool(?:_[a-z]*|s)?)?$|\[\/?TOOL_)/;

const RESULT_OPEN = /^<tool_(?:response|result)>$/;
const CALL_OPEN = /^(?:<\|python_tag\|>|<[|｜]tool.call.*>|<(?:tool_calls?|function_calls?)>|\[TOOL_CALLS\])$/;
const LINE_CALL = "@tool ";

/** Longest text that is held back while the end of what a mark opened is awaited, in UTF-16 units. */
const MAX_HELD = 8192;

/** Takes stray protocol marks out of text that streams in. The result does not depend on the chunk borders. */
export function createMarkFilter() {
  let waiting = "";
  let last = "\n";
  let ticks = 0;
  let isInFence = false;

  /** Passes text on, following where code begins and ends: a mark that is quoted as code is meant for the user. */
  function pass(text: string): string {
    for (const unit of text) {
      ticks = unit === "`" ? ticks + 1 : 0;
      if (ticks === 3) {
        isInFence = !isInFence;
        ticks = 0;
      }
      last = unit;
    }
    return text;
  }

  function read(isEnd: boolean): CleanText {
    let text = "";
    let marks = 0;
    for (;;) {
      const patterns = last === "\n" ? AT_LINE_START : WITHIN_LINE;
      const found = patterns.mark.exec(waiting);
      const beginning = patterns.beginning.exec(waiting)?.[0] ?? "";
      const clearLength = waiting.length - beginning.length;
      // A beginning before the mark that was found may still become a mark around it.
      if (found === null || (!isEnd && clearLength < found.index)) {
        text += pass(waiting.slice(0, clearLength));
        waiting = beginning;
        return isEnd ? endWith(text, marks) : { text, marks };
      }
      const [mark] = found;
      text += pass(waiting.slice(0, found.index));
      waiting = waiting.slice(found.index);
      if (isInFence || last === "`") {
        text += pass(mark);
        waiting = waiting.slice(mark.length);
        continue;
      }
      const body = waiting.slice(mark.length, mark.length + MAX_HELD);
      const taken = toTakenLength(mark, body);
      if (taken === null && !isEnd && body.length < MAX_HELD) return { text, marks };
      marks += 1;
      waiting = waiting.slice(mark.length + (taken ?? toUnendedLength(mark, body)));
    }
  }

  /** Passes the rest at the end as text, unless it is a mark that the end cut off. */
  function endWith(text: string, marks: number): CleanText {
    const isCutMark = !isInFence && CUT_MARK.test(waiting);
    const rest = isCutMark ? "" : waiting;
    waiting = "";
    return { text: text + rest, marks: marks + (isCutMark ? 1 : 0) };
  }

  return {
    push(chunk: string): CleanText {
      waiting += chunk;
      return read(false);
    },
    /** Ends the text and gives what was held back. */
    end: (): CleanText => read(true),
  };
}

/** How much after a mark belongs to it; null until more text tells. */
function toTakenLength(mark: string, body: string): number | null {
  if (mark.startsWith(LINE_CALL)) return body.includes("\n") ? body.indexOf("\n") : null;
  if (RESULT_OPEN.test(mark)) {
    const close = /<\/tool_(?:response|result)>/.exec(body);
    return close === null ? null : close.index + close[0].length;
  }
  return CALL_OPEN.test(mark) ? findJsonEnd(body) : 0;
}

/** The same where the text ended first: an unended call goes, after an unended result there may be an answer. */
function toUnendedLength(mark: string, body: string): number {
  return RESULT_OPEN.test(mark) || body.length >= MAX_HELD ? 0 : body.length;
}

/** Finds the end of the JSON value that begins a text; 0 if it begins with something else, null if the value goes on. */
function findJsonEnd(text: string): number | null {
  const start = text.search(/\S/);
  if (start === -1) return null;
  if (!"{[".includes(text.charAt(start))) return 0;
  let depth = 0;
  let isString = false;
  for (let index = start; index < text.length; index += 1) {
    const unit = text.charAt(index);
    if (isString) {
      if (unit === "\\") index += 1;
      else if (unit === '"') isString = false;
    } else if (unit === '"') isString = true;
    else if (unit === "{" || unit === "[") depth += 1;
    else if ((unit === "}" || unit === "]") && --depth === 0) return index + 1;
  }
  return null;
}
