import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toBoundedJson } from "./bounded-json.ts";
import { isForbiddenKey, isJsonObject, type JsonValue, parseJson, parseJsonObject, toCanonicalJson } from "./json.ts";

const limits = { maxDepth: 4, maxNodes: 10, maxCharacters: 20 };

describe("a foreign value becomes plain JSON", () => {
  it("that is equal to what JSON itself would carry", async () => {
    await fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const bounded = toBoundedJson(value);
        // JSON.parse may produce the keys that are refused.
        if (!bounded.ok) return bounded.reason.includes("not accepted");
        expect(JSON.stringify(bounded.value)).toBe(JSON.stringify(value));
        return true;
      }),
    );
  });

  it("whatever it is: it is carried or refused, and nothing is thrown", async () => {
    await fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withSparseArray: true }), (value) => {
        const bounded = toBoundedJson(value);
        if (bounded.ok) JSON.stringify(bounded.value);
        else expect(bounded.reason).not.toBe("");
      }),
    );
  });

  it("that shares nothing with it", () => {
    const inner = { list: [1] };
    const bounded = toBoundedJson(inner);
    inner.list.push(2);
    expect(bounded).toEqual({ ok: true, value: { list: [1] } });
  });

  it("up to the depth allowed and no deeper", () => {
    expect(toBoundedJson([[[["x"]]]], limits).ok).toBe(true);
    expect(toBoundedJson([[[[["x"]]]]], limits)).toMatchObject({ ok: false, size: false });
  });

  it("up to the size allowed, and says when size was the reason", () => {
    expect(toBoundedJson("x".repeat(20), limits).ok).toBe(true);
    expect(toBoundedJson("x".repeat(21), limits)).toMatchObject({ ok: false, size: true });
    expect(toBoundedJson({ ["k".repeat(21)]: 1 }, limits)).toMatchObject({ ok: false, size: true });
    expect(
      toBoundedJson(
        Array.from({ length: 9 }, () => 1),
        limits,
      ).ok,
    ).toBe(true);
    expect(
      toBoundedJson(
        Array.from({ length: 10 }, () => 1),
        limits,
      ),
    ).toMatchObject({ ok: false, size: true });
  });

  it.each(["__proto__", "constructor", "prototype"])("unless a key is %s, at any depth", (key) => {
    expect(isForbiddenKey(key)).toBe(true);
    const value: unknown = JSON.parse(`{"a": [{"${key}": {"polluted": true}}]}`);
    expect(toBoundedJson(value)).toMatchObject({ ok: false, reason: expect.stringContaining(key) });
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  it("with undefined members left out and holes as null", () => {
    // biome-ignore lint/suspicious/noSparseArray: the hole is the subject
    expect(toBoundedJson({ a: undefined, list: [1, , undefined] })).toEqual({
      ok: true,
      value: { list: [1, null, null] },
    });
  });
});

describe("canonical JSON", () => {
  it("is one text for equal values, whatever the order of their keys", async () => {
    await fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = toCanonicalJson(value as JsonValue);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(toCanonicalJson(reverseKeys(value as JsonValue))).toBe(text);
      }),
    );
  });

  it("differs where values do", () => {
    expect(toCanonicalJson({ a: "1" })).not.toBe(toCanonicalJson({ a: 1 }));
    expect(toCanonicalJson([1, 2])).not.toBe(toCanonicalJson([2, 1]));
  });
});

describe("a text that may be JSON", () => {
  it("is its value, null among them, and undefined where it is none", () => {
    expect(["null", "[1]", '{"a":2}', "", "{", "no"].map(parseJson)).toEqual([
      null,
      [1],
      { a: 2 },
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("is an object, or null", () => {
    expect(['{"a":2}', "[1]", "null", "{"].map(parseJsonObject)).toEqual([{ a: 2 }, null, null, null]);
  });
});

function reverseKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reverseKeys);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reverseKeys(member)]),
  );
}
