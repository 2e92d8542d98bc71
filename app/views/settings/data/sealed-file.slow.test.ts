import { describe, expect, it } from "vitest";
import { openSealedFile, readSealedFile, sealText } from "./sealed-file.ts";

const TEXT = JSON.stringify({ note: "The key is under the mat. 🗝️", long: "x".repeat(100_000) });
const PASSPHRASE = "caf\u00e9 horse battery";

/** A device without time to spare takes seconds to make a key. */
const SLOW_MS = 60_000;

const file = await sealText(TEXT, PASSPHRASE);
const sealed = readSealedFile(file);
if (sealed === null) throw new Error("The sealed file is not read.");

describe("a file sealed with a passphrase", () => {
  it(
    "opens with it, with no other, and shows nothing of its text",
    async () => {
      expect(file).not.toContain("under the mat");
      expect(await openSealedFile(sealed, PASSPHRASE)).toBe(TEXT);
      expect(await openSealedFile(sealed, "caf\u00e9 horse batterz")).toBeNull();
      expect(await openSealedFile(sealed, "")).toBeNull();
    },
    SLOW_MS,
  );

  it(
    "is another one each time, so that equal backups cannot be told",
    async () => {
      expect(readSealedFile(await sealText(TEXT, PASSPHRASE))?.data).not.toBe(sealed.data);
    },
    SLOW_MS,
  );

  it(
    "does not open once a bit of it or of its head was changed",
    async () => {
      const turned = (sealed.data.startsWith("A") ? "B" : "A") + sealed.data.slice(1);
      expect(await openSealedFile({ ...sealed, data: turned }, PASSPHRASE)).toBeNull();
      expect(await openSealedFile({ ...sealed, iterations: sealed.iterations + 1 }, PASSPHRASE)).toBeNull();
    },
    SLOW_MS,
  );

  it(
    "opens with the same words from a keyboard that composes letters otherwise",
    async () => {
      expect(await openSealedFile(sealed, PASSPHRASE.normalize("NFD"))).toBe(TEXT);
    },
    SLOW_MS,
  );

  it.each([
    ["what is no JSON", '"alcove-sealed"{'],
    ["an export that is not sealed", '{"format":"alcove-export","version":1}'],
    ["one that would keep the device busy for an hour", JSON.stringify({ ...sealed, iterations: 1e12 })],
    ["one whose key is cheap to guess", JSON.stringify({ ...sealed, iterations: 1 })],
    ["one of a newer version", JSON.stringify({ ...sealed, version: 2 })],
    ["one whose data is not base64", JSON.stringify({ ...sealed, data: "a" })],
  ])("is not seen in %s", (_, text) => {
    expect(readSealedFile(text)).toBeNull();
  });
});
