import type { Failure, FailureText } from "../../worker/protocol/failure.ts";
import type { CountedKey, MessageKey, PartialLanguage } from "./catalogue.ts";

type Values = Readonly<Record<string, string | number>>;

/** The page's texts and number forms in one language. */
export interface Translator {
  readonly code: string;
  /** The language as it is written where the user is: dates in `en-GB` are not those in `en-US`. */
  readonly locale: string;
  /** The text of a name, with `{name}` places filled. */
  text(key: MessageKey, values?: Values): string;
  /** The text of a name that may be none of the page's, such as one with a tool's name in it; null then. */
  find(name: string, values?: Values): string | null;
  /** The text for a count, which also fills `{count}`. */
  count(key: CountedKey, count: number, values?: Values): string;
  failure(failure: Failure): FailureText;
  number(value: number, options?: Intl.NumberFormatOptions): string;
  bytes(value: number): string;
  /** A length of time on one line, `340 ms`, `2.1 s`, `3 min`, in the unit of `like`, which is itself. */
  duration(milliseconds: number, like?: number): string;
  date(time: number): string;
}

/** Until the whole language has arrived, which is a moment. */
const NOT_THERE_YET: FailureText = {
  what: "Something failed.",
  meaning: "The page is still loading what there is to say about it.",
  remedy: "Wait a moment, or reload the page.",
};

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

export function createTranslator(
  language: PartialLanguage,
  wanted: readonly string[] = globalThis.navigator?.languages ?? [],
): Translator {
  const { code, messages } = language;
  const locale = wanted.find((tag) => tag.split("-")[0] === code) ?? code;
  // A form is made when it is first asked for: making one takes milliseconds, and the first paint needs none.
  const plural = once(() => new Intl.PluralRules(code));
  const dates = once(() => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }));
  const numbers = new Map<string, Intl.NumberFormat>();

  const number = (value: number, options: Intl.NumberFormatOptions = {}) => {
    const key = JSON.stringify(options);
    const format = numbers.get(key) ?? new Intl.NumberFormat(locale, options);
    numbers.set(key, format);
    return format.format(value);
  };
  const text = (key: MessageKey, values: Values = {}) => fill(messages[key] ?? "", values);

  return {
    code,
    locale,
    text,
    find: (name, values) => (Object.hasOwn(messages, name) ? text(name as MessageKey, values) : null),
    number,
    count(key, count, values = {}) {
      const form: MessageKey = `${key}.${plural().select(count) === "one" ? "one" : "other"}`;
      return text(form, { ...values, count: number(count) });
    },
    failure(failure) {
      // A message of a newer version may have failed with a code of its own.
      return language.failures?.[failure.code] ?? language.failures?.internal ?? NOT_THERE_YET;
    },
    bytes(value) {
      const power = value < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(value) / 3));
      const unit = UNITS[power] ?? "byte";
      return number(value / 1000 ** power, {
        style: "unit",
        unit,
        ...(power === 0 ? { unitDisplay: "long" } : {}),
        maximumFractionDigits: power === 3 ? 1 : 0,
      });
    },
    duration(milliseconds, like = milliseconds) {
      if (like < 1000) return `${number(Math.round(milliseconds))}\u00a0ms`;
      if (like < 60_000) return `${number(milliseconds / 1000, { maximumFractionDigits: 1 })}\u00a0s`;
      return `${number(milliseconds / 60_000, { maximumFractionDigits: 1 })}\u00a0min`;
    },
    date(time) {
      return dates().format(time);
    },
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function fill(template: string, values: Values): string {
  return template.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    return value === undefined ? place : String(value);
  });
}
