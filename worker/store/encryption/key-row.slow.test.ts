import { argon2id } from "@noble/hashes/argon2.js";
import { expect, it } from "vitest";
import { createRowKey, type KeyRow, toKeyRow, unwrapRowKey, wrapRowKey } from "./key-row.ts";
import { importKey, toPassphraseBytes } from "./passphrase-key.ts";

const PASSPHRASE = "ｆour words of mine";

it("wraps a key with what Argon2id makes of the passphrase, whatever code points it came as", async () => {
  const rowKey = createRowKey();
  const row = await wrapRowKey(rowKey, PASSPHRASE, "current");
  expect(row.memory).toBeGreaterThanOrEqual(65_536);
  const { salt, iv, iterations, memory } = row;
  const bytes = argon2id("four words of mine", salt, { t: iterations, m: memory ?? 0, p: 1, dkLen: 32 });
  const key = await crypto.subtle.importKey("raw", new Uint8Array(bytes), "AES-GCM", false, ["decrypt"]);
  const opened = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, row.wrappedKey);
  expect(new Uint8Array(opened)).toEqual(rowKey);
  expect(await unwrapRowKey(row, "four words of mine")).toEqual(rowKey);
  expect(await unwrapRowKey(row, "four words of yours")).toBeNull();
});

it("opens a key that was wrapped with PBKDF2, before rows said how much memory a guess needs", async () => {
  const rowKey = createRowKey();
  const [salt, iv] = [crypto.getRandomValues(new Uint8Array(16)), crypto.getRandomValues(new Uint8Array(12))];
  const key = await importKey(await toPassphraseBytes(PASSPHRASE, salt, { iterations: 600_000, memory: null }));
  const wrappedKey = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, rowKey));
  const stored = { id: "encryption", version: 1, state: "current", iterations: 600_000, salt, iv, wrappedKey };
  const row = toKeyRow(stored) as KeyRow;
  expect(row).toMatchObject({ generation: 0, memory: null });
  expect(await unwrapRowKey(row, PASSPHRASE)).toEqual(rowKey);
});
