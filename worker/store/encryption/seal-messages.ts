import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { managedNonce } from "@noble/ciphers/utils.js";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { attempt } from "../../protocol/attempt.ts";
import type { MessageSeal } from "../../protocol/encryption/message-seal.ts";
import { packRow, toBytes, unpackRow } from "./pack-row.ts";

/** Seals messages with a key that is made of the database's, so that every unlocked tab has it and nothing else. */
export function createMessageSeal(key: Uint8Array): MessageSeal {
  const cipher = managedNonce(xchacha20poly1305)(hmac(sha256, key, toBytes("alcove messages")));
  return {
    seal: (message) => new Uint8Array(cipher.encrypt(packRow(message))),
    open: (sealed) => attempt(() => unpackRow(cipher.decrypt(sealed))),
  };
}
