// This room compiles without a platform library. These are the parts of WebCrypto and of text encoding that a
// passphrase's key is made with (https://w3c.github.io/webcrypto/); the platform's own types stand in elsewhere.

interface CryptoKey {
  readonly extractable: boolean;
}

interface PassphraseCrypto {
  importKey(
    format: "raw",
    words: Uint8Array<ArrayBuffer>,
    algorithm: "PBKDF2",
    extractable: false,
    usages: readonly "deriveKey"[],
  ): Promise<CryptoKey>;
  deriveKey(
    kdf: { name: string; hash: string; salt: Uint8Array<ArrayBuffer>; iterations: number },
    material: CryptoKey,
    algorithm: { name: string; length: number },
    extractable: false,
    usages: readonly ("encrypt" | "decrypt")[],
  ): Promise<CryptoKey>;
}

declare var crypto: { readonly subtle: PassphraseCrypto };
declare var TextEncoder: { new (): { encode(text: string): Uint8Array<ArrayBuffer> } };
