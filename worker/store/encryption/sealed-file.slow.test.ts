import { describe, expect, it } from "vitest";
import { importKey, toPassphraseBytes } from "./passphrase-key.ts";
import { makeSealingKey, openSealedText, readSealedFile, sealText } from "./sealed-file.ts";

const TEXT = JSON.stringify({ note: "The key is under the mat. 🗝️", long: "x".repeat(100_000) });
const PASSPHRASE = "caf\u00e9 horse battery";

/** A device without time to spare takes seconds to make a key. */
const SLOW_MS = 60_000;

const key = await makeSealingKey(PASSPHRASE);
const file = await sealText(TEXT, key);
const sealed = readSealedFile(file);
if (sealed === null) throw new Error("The sealed file is not read.");

describe("a file sealed with a passphrase", () => {
  it(
    "opens with it, with no other, and shows nothing of its text",
    async () => {
      expect(file).not.toContain("under the mat");
      expect(sealed).toMatchObject({ kdf: "Argon2id", iterations: 2, memory: 65_536 });
      expect(await openSealedText(file, PASSPHRASE)).toBe(TEXT);
      expect(await openSealedText(file, "caf\u00e9 horse batterz")).toBeNull();
      expect(await openSealedText(file, "")).toBeNull();
    },
    SLOW_MS,
  );

  it(
    "is another one each time, so that equal backups cannot be told",
    async () => {
      expect(readSealedFile(await sealText(TEXT, key))?.data).not.toBe(sealed.data);
    },
    SLOW_MS,
  );

  it(
    "does not open once a bit of it or of its head was changed",
    async () => {
      const turned = (sealed.data.startsWith("A") ? "B" : "A") + sealed.data.slice(1);
      expect(await openSealedText(JSON.stringify({ ...sealed, data: turned }), PASSPHRASE)).toBeNull();
      expect(
        await openSealedText(JSON.stringify({ ...sealed, iterations: sealed.iterations + 1 }), PASSPHRASE),
      ).toBeNull();
    },
    SLOW_MS,
  );

  it(
    "opens with the same words from a keyboard that composes letters otherwise",
    async () => {
      expect(await openSealedText(file, PASSPHRASE.normalize("NFD"))).toBe(TEXT);
    },
    SLOW_MS,
  );

  it(
    "opens where its key was made by PBKDF2, before Argon2id",
    async () => {
      const [salt, iv] = [new Uint8Array(16).fill(7), new Uint8Array(12).fill(9)];
      const old = await importKey(await toPassphraseBytes(PASSPHRASE, salt, { iterations: 600_000, memory: null }));
      const head = ["alcove-sealed", 1, "PBKDF2-SHA256", 600_000, toText(salt), "AES-256-GCM", toText(iv)];
      const additionalData = new TextEncoder().encode(JSON.stringify(head));
      const bytes = new TextEncoder().encode(TEXT);
      const data = await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData }, old, bytes);
      const [format, version, kdf, iterations, ...rest] = head;
      const names = { format, version, kdf, iterations, salt: rest[0], cipher: rest[1], iv: rest[2] };
      const before = JSON.stringify({ ...names, data: toText(new Uint8Array(data)) });
      expect(await openSealedText(before, PASSPHRASE)).toBe(TEXT);
    },
    SLOW_MS,
  );

  it.each([
    ["what is no JSON", '"alcove-sealed"{'],
    ["an export that is not sealed", '{"format":"alcove-export","version":1}'],
    ["one that would keep the device busy for an hour", JSON.stringify({ ...sealed, iterations: 1e12 })],
    ["one whose key is cheap to guess", JSON.stringify({ ...sealed, iterations: 1 })],
    ["one whose key takes little memory to guess", JSON.stringify({ ...sealed, memory: 1024 })],
    ["one that would take all of the device's memory", JSON.stringify({ ...sealed, memory: 2 ** 30 })],
    ["one of Argon2id without its memory", JSON.stringify({ ...sealed, memory: undefined })],
    ["one of a newer version", JSON.stringify({ ...sealed, version: 2 })],
    ["one whose data is not base64", JSON.stringify({ ...sealed, data: "a" })],
  ])("is not seen in %s", (_, text) => {
    expect(readSealedFile(text)).toBeNull();
  });
});

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
