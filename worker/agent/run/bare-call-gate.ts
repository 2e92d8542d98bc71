import type { Format, ParseEvent } from "../../formats/format.ts";
import type { ToolSpec } from "../../protocol/tool.ts";

/**
 * How a reply begins that may be one call without marks: as JSON, as Python, or as a command line, each perhaps in a code
 * fence.
 */
const BEGINNING =
  /^\s*(?:```\w*\s*)?(\{\s*"(name|tool)"\s*:|\[\s*\{\s*"name"\s*:|\[\s*[A-Za-z_][\w.]*\(|@[A-Za-z_][\w.-]*\s*\{)/;
const FIRST = /^\s*(?:[{[@]|`{1,2}$|```\w*\s*(?:[{[@]|$))/;
/** Where a call may begin behind words, as far as is written: only the form that is nothing else. */
const LATER = /\{\s*(?:$|"(?:$|t$|to$|too$|tool$|tool"\s*(?:$|:)))/;
/** By then a beginning is certain. */
const CERTAIN_LENGTH = 80;
const MAX_HELD = 8192;
const NAME = /^[A-Za-z_][\w.-]{0,63}$/;

/**
 * Holds back the text of a reply as long as the whole of it, or all that follows its first words, may be one call of a
 * tool that does not exist: shown as the answer it would tell the user nothing, while the model learns from a refusal.
 */
export class BareCallGate {
  readonly #format: Format;
  readonly #tools: readonly ToolSpec[];
  #held = "";
  /** The held text began the reply. */
  #isWhole = true;
  #isOpen: boolean;

  constructor(format: Format, tools: readonly ToolSpec[]) {
    this.#format = format;
    this.#tools = tools;
    this.#isOpen = tools.length === 0;
  }

  /** Takes text and returns what may be shown. */
  push(text: string): string {
    if (this.#isOpen) return text;
    this.#held += text;
    const { length } = this.#held;
    const mayBeCall =
      this.#held.trim() === "" ||
      (FIRST.test(this.#held) && length < MAX_HELD && (length < CERTAIN_LENGTH || BEGINNING.test(this.#held)));
    if (this.#isWhole && mayBeCall) return "";
    this.#isWhole = false;
    const start = length < MAX_HELD ? this.#held.search(LATER) : -1;
    return this.#letGo(start === -1 ? length : start);
  }

  /** Lets everything through that is held, and what comes after it. */
  release(): string {
    this.#isOpen = true;
    return this.#letGo(this.#held.length);
  }

  #letGo(length: number): string {
    const said = this.#held.slice(0, length);
    this.#held = this.#held.slice(length);
    return said;
  }

  /** The call that the held text is, if it is one and nothing else; it is then no longer held. */
  take(): Extract<ParseEvent, { type: "call" }> | null {
    if (this.#isOpen || !BEGINNING.test(this.#held)) return null;
    const parser = this.#format.createParser({ tools: this.#tools, anyName: true });
    const events = [...parser.push(this.#held.trim()), ...parser.end()].filter(({ type }) => type !== "call-named");
    const [call] = events;
    if (events.length !== 1 || call?.type !== "call" || !NAME.test(call.name)) return null;
    this.#held = "";
    return call;
  }
}
