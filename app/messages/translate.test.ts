import { describe, expect, it } from "vitest";
import type { Failure } from "../../worker/protocol/failure.ts";
import { GERMAN } from "./de/de.ts";
import { EN } from "./en/en.ts";
import { ENGLISH } from "./en/english.ts";
import { chooseLanguage, LANGUAGES } from "./load-language.ts";
import { createTranslator } from "./translate.ts";

const placesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

const NAMES = /Model Context Protocol|Google Takeout/gu;

/** Each three words in a row, with no mark, place or name between them. */
function toTriples(text: string): readonly string[] {
  const parts = text
    .replaceAll(NAMES, "|")
    .toLowerCase()
    .split(/[^\p{L}’'\s]+/u);
  return parts.flatMap((part) => {
    const words = part.split(/\s+/u).filter((word) => word !== "");
    return words.slice(2).map((_, index) => words.slice(index, index + 3).join(" "));
  });
}

const ALL = await Promise.all(LANGUAGES.map(({ load }) => load()));
const OTHERS = ALL.filter(({ code }) => code !== "en");

describe("the page's languages", () => {
  it.each(OTHERS)("have every text of English and no other, with the same places to fill in: $code", ({ messages }) => {
    const places = (texts: object) => Object.entries(texts).map(([key, text]) => [key, ...placesOf(String(text))]);
    expect(places(messages).sort()).toEqual(places(EN).sort());
  });

  it.each(OTHERS)("have every failure in three sentences: $code", ({ failures }) => {
    const names = (texts: object) => Object.entries(texts).map(([code, text]) => [code, ...Object.keys(text).sort()]);
    expect(names(failures).sort()).toEqual(names(ENGLISH.failures).sort());
  });

  it.each(OTHERS)("leave no text in English by oversight: $code", ({ messages, failures }) => {
    const isSame = (text: string, other: unknown) => other === text && /[a-z]{4,} [a-z]{3,}/i.test(text);
    expect(Object.entries(EN).filter(([key, text]) => isSame(text, Reflect.get(messages, key)))).toEqual([]);
    for (const [code, { what, meaning, remedy }] of Object.entries(ENGLISH.failures)) {
      const other = Reflect.get(failures, code);
      expect([isSame(what, other.what), isSame(meaning, other.meaning), isSame(remedy, other.remedy), code]).toEqual([
        false,
        false,
        false,
        code,
      ]);
    }
  });

  it.each(OTHERS)("have no three words of English in a row, beside names: $code", ({ messages, failures }) => {
    const toTexts = (all: object, faults: object) => [
      ...Object.entries(all),
      ...Object.entries(faults).flatMap(([code, parts]) =>
        Object.entries(parts).map(([part, text]): [string, unknown] => [`${code}.${part}`, text]),
      ),
    ];
    const english = new Set(toTexts(EN, ENGLISH.failures).flatMap(([, text]) => toTriples(String(text))));
    const left = toTexts(messages, failures).flatMap(([key, text]) =>
      toTriples(String(text)).flatMap((words) => (english.has(words) ? [`${key}: ${words}`] : [])),
    );
    expect(left).toEqual([]);
  });

  it("say in people's words what was once said in the program's", () => {
    const labels: readonly string[] = Object.values(EN);
    const failures = Object.values(ENGLISH.failures).flatMap((each) => Object.values(each));
    const texts = [...labels, ...failures].join("\n");
    // Of a server: it is connected again, and nobody is asked.
    expect(labels).not.toContain("Ask again");
    for (const odd of [
      ...[
        "eyes or ears",
        "signs that are meant",
        "is to be done",
        "Small letters",
        "Detection only",
        "Noticed, but",
        "tool itself",
      ],
      ...[
        "as the starter learnt",
        "carried on a stick",
        "What takes up room",
        "told from what was",
        "Rests on a memory",
      ],
      ...["no place whose time", "held to valid calls", "writing freely", "Least", "Greatest", "Look at the memory"],
      ...["Step by step.", "It was not loaded, and"],
      // Hosts that are allowed may be read from as well.
      "nothing else leaves",
    ])
      expect(texts).not.toContain(odd);
    const ofMemory = Object.entries(GERMAN.messages).filter(([key]) => /^memor(?:y|ies)\./u.test(key));
    expect(ofMemory.length).toBeGreaterThan(20);
    expect(ofMemory.filter(([, text]) => String(text).includes("Erinnerung"))).toEqual([]);
    // "Descargar" is a download.
    const spanish = ALL.find(({ code }) => code === "es");
    expect(Reflect.get(spanish?.messages ?? {}, "models.unload")).toMatch(/^Quitar/u);
  });

  it("begin no line in French with a mark that belongs to the word before", async () => {
    const french = ALL.find(({ code }) => code === "fr");
    const failures = Object.values(french?.failures ?? {}).flatMap((text) => Object.values(text));
    const texts = [...Object.values(french?.messages ?? {}), ...failures].map(String);
    expect(texts.length).toBeGreaterThan(500);
    expect(texts.filter((text) => / [:;!?»]|« /u.test(text))).toEqual([]);
  });

  it("are chosen by the setting, else by the browser's wishes, else English", () => {
    expect(chooseLanguage("auto", ["ja-JP", "de-AT", "en"])).toBe("de");
    expect(chooseLanguage("auto", ["pt-BR", "de"])).toBe("pt");
    expect(chooseLanguage("es", ["de"])).toBe("es");
    expect(chooseLanguage("auto", ["ja"])).toBe("en");
    expect(chooseLanguage("tlh", ["de"])).toBe("en");
  });

  it("write dates and numbers as they are written where the user is", () => {
    const noon = new Date(2026, 10, 3, 15, 30).getTime();
    expect(createTranslator(ENGLISH, ["en-GB", "en"]).date(noon)).toBe("3 Nov 2026, 15:30");
    expect(createTranslator(ENGLISH, ["de-DE", "en-US"]).date(noon)).toMatch(/^Nov 3, 2026, 3:30/);
    expect(createTranslator(GERMAN, ["en-GB"]).locale).toBe("de");
  });

  it("count in their own way", () => {
    expect(createTranslator(ENGLISH).count("runs.turns", 1)).toBe("1 step");
    expect(createTranslator(GERMAN).count("runs.turns", 2000)).toBe("2.000 Schritte");
  });

  it("fill values without reading them as patterns", () => {
    expect(createTranslator(ENGLISH).text("approval.title", { tool: "$& {tool}" })).toBe("Allow “$& {tool}”?");
  });

  it("write bytes and times as people read them", () => {
    const t = createTranslator(ENGLISH);
    expect(t.bytes(98_362_432)).toBe("98 MB");
    expect(t.bytes(0)).toBe("0 bytes");
    expect(t.duration(340)).toBe("340\u00a0ms");
    expect(t.duration(2100)).toBe("2.1\u00a0s");
    expect(t.duration(120_000)).toBe("2\u00a0min");
    expect([0, 50_000, 100_000].map((tick) => t.duration(tick, 50_000))).toEqual([
      "0\u00a0s",
      "50\u00a0s",
      "100\u00a0s",
    ]);
  });

  it("tell a failure in their own sentences", () => {
    expect(createTranslator(GERMAN).failure({ code: "no-model" }).what).toBe("Kein Modell ist geladen.");
    expect(createTranslator(ENGLISH).failure({ code: "no-model" }).what).toBe("No model is loaded.");
  });

  it("tell a failure of a newer version as one of the program", () => {
    const newer = { code: "of-tomorrow" } as unknown as Failure;
    expect(createTranslator(GERMAN).failure(newer)).toEqual(createTranslator(GERMAN).failure({ code: "internal" }));
  });
});
