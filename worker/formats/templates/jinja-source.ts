import { tokenize } from "@huggingface/jinja";

type Tokens = ReturnType<typeof tokenize>;
type Token = Tokens[number];

/**
 * The tokens of a template. What the parser of `@huggingface/jinja` 0.5 cannot read is written in other words that mean the
 * same: raw and named blocks, `with`, `{%+`, tests with arguments, recursive loops.
 */
export function tokenizeTemplate(source: string): Tokens {
  return rewriteTokens(tokenize(rewriteBlocks(source), { lstrip_blocks: true, trim_blocks: true }));
}

const TAG = (name: string, rest = ""): string => String.raw`\{%([-+]?)\s*${name}${rest}\s*([-+]?)%\}`;
const RAW = new RegExp(`${TAG("raw")}([\\s\\S]*?)${TAG("endraw")}(\\n?)`, "g");
const WITH = new RegExp(TAG("with", String.raw`\s+([^%]*?)`), "g");
const END_WITH = new RegExp(TAG("endwith"), "g");
const BLOCK = new RegExp(TAG("block", String.raw`\s+\w+(?:\s+(?:scoped|required))*`), "g");
const END_BLOCK = new RegExp(TAG("endblock", String.raw`(?:\s+\w+)?`), "g");

function rewriteBlocks(source: string): string {
  return (
    source
      .replace(RAW, (_, before: string, start: string, text: string, end: string, after: string, line: string) => {
        const left = start === "-" ? text.trimStart() : text.replace(/^\n/, "");
        const content = end === "-" ? left.trimEnd() : left.replace(/(^|\n)[ \t]+$/, "$1");
        const rest = after === "-" ? "-" : "";
        return `{{${before === "-" ? "-" : ""} ${quote(content)} ${rest}}}${after === "+" ? line : ""}`;
      })
      // Its names are gone after it, as a loop's are.
      .replace(WITH, (_, before: string, names: string, after: string) => {
        const sets = splitNames(names).map((name) => `{%- set ${name} -%}`);
        const first = `{%${before} for with_once in [0] ${sets.length > 0 ? "-" : after}%}`;
        return first + sets.join("").replace(/-%\}$/, `${after}%}`);
      })
      .replace(END_WITH, "{%$1 endfor $2%}")
      .replace(BLOCK, "{%$1 if true $2%}")
      .replace(END_BLOCK, "{%$1 endif $2%}")
      // A plus keeps the white space that a tag otherwise takes with it.
      .replace(/\{%\+/g, "{{ '' }}{%")
      .replace(/\+%\}/g, "%}{{ '' }}")
  );
}

function quote(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}

/** Splits `a = 1, b = f(2, 3)` at the commas between its names. */
function splitNames(text: string): readonly string[] {
  return text
    .split(/,(?=\s*\w+\s*=[^=])/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

const ARGUMENT_TESTS: ReadonlySet<string> = new Set(
  "divisibleby sameas in eq equalto ne lt lessthan le gt greaterthan ge".split(" "),
);
const OPENERS: readonly string[] = ["OpenParen", "OpenSquareBracket", "OpenCurlyBracket"];
const CLOSERS: readonly string[] = ["CloseParen", "CloseSquareBracket", "CloseCurlyBracket"];
const VALUES: readonly string[] = ["NumericLiteral", "StringLiteral", "Identifier", ...OPENERS];

function rewriteTokens(tokens: Tokens): Tokens {
  const written: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    // `loop` can be called in any loop here, so a recursive one needs no mark.
    if (isWord(token, "recursive") && tokens[at + 1]?.type === "CloseStatement") continue;
    const test = isWord(token, "is") ? readTest(tokens, at) : null;
    written.push(...(test?.tokens ?? [token]));
    if (test !== null) at = test.end - 1;
  }
  return written;
}

const isWord = (token: Token | undefined, word: string): boolean =>
  token?.type === "Identifier" && token.value === word;

/** A test with an argument as a filter of the same meaning: `x is divisibleby 2` becomes `x | is_divisibleby(2)`. */
function readTest(tokens: Tokens, start: number): { readonly tokens: readonly Token[]; readonly end: number } | null {
  const isNegated = isWord(tokens[start + 1], "not");
  const at = start + (isNegated ? 2 : 1);
  const name = tokens[at];
  const first = tokens[at + 1];
  if (name === undefined || first === undefined || !ARGUMENT_TESTS.has(name.value) || !VALUES.includes(first.type)) {
    return null;
  }
  const end = findValueEnd(tokens, at + 1);
  const value = tokens.slice(at + 1, end);
  const word = (type: string, text: string): Token => ({ ...name, type, value: text }) as Token;
  const filter = word("Identifier", `${isNegated ? "is_not" : "is"}_${name.value}`);
  const call = first.type === "OpenParen" ? value : [word("OpenParen", "("), ...value, word("CloseParen", ")")];
  return { tokens: [word("Pipe", "|"), filter, ...call], end };
}

/** Finds the end of the value that begins here: a literal, brackets, or a name with its look-ups. */
function findValueEnd(tokens: Tokens, start: number): number {
  let at = start;
  let depth = 0;
  for (; at < tokens.length; at += 1) {
    const type = tokens[at]?.type ?? "";
    if (OPENERS.includes(type)) depth += 1;
    else if (CLOSERS.includes(type)) depth -= 1;
    if (depth > 0) continue;
    const next = tokens[at + 1]?.type ?? "";
    const isLookup = tokens[start]?.type !== "OpenParen" && (next === "Dot" || OPENERS.slice(0, 2).includes(next));
    if (type !== "Dot" && !isLookup) break;
  }
  return at + 1;
}
