import { describe, expect, test } from "vitest";
import { CATALOG_HOSTS, isAllowedHost, readAllowedHosts, toConnectPolicy, writeAllowedHosts } from "./allowed-hosts.ts";

function storageWith(text: string | null): () => Pick<Storage, "getItem"> {
  return () => ({ getItem: () => text });
}

describe("allowed hosts", () => {
  test("nothing but the app's own origin may be reached until the user allows a host", () => {
    expect(toConnectPolicy(readAllowedHosts(storageWith(null)))).toBe(
      "default-src 'self' data: blob: 'unsafe-inline' 'wasm-unsafe-eval'; connect-src 'self' blob:",
    );
  });

  test("a storage that refuses, and an entry that is not ours, allow nothing", () => {
    const refuse = () => {
      throw new Error("refused");
    };
    expect(readAllowedHosts(refuse)).toEqual([]);
    for (const text of ["{", "null", '"https://a.example"', "[1, null]", '[["https://a.example"]]']) {
      expect(readAllowedHosts(storageWith(text))).toEqual([]);
    }
  });

  test.each([
    "*",
    "https:",
    "https://*",
    "https://*.com",
    "https://a.example/path",
    "https://a.example; script-src *",
    "https://a.example https://b.example",
    "https://a.example'",
    "ws://a.example",
    "javascript:alert(1)",
    "data:",
    "",
  ])("%j is no host, so it cannot widen the policy", (host) => {
    expect(isAllowedHost(host)).toBe(false);
    expect(toConnectPolicy([host])).toBe(
      "default-src 'self' data: blob: 'unsafe-inline' 'wasm-unsafe-eval'; connect-src 'self' blob:",
    );
  });

  test("a chosen host is named in the policy of the next load, once", () => {
    let stored: string | null = null;
    const storage = {
      setItem: (_key: string, value: string) => {
        stored = value;
      },
      removeItem: () => {
        stored = null;
      },
    };
    writeAllowedHosts(["http://127.0.0.1:11434", "http://127.0.0.1:11434", "nonsense"], storage);
    expect(toConnectPolicy(readAllowedHosts(storageWith(stored)))).toBe(
      "default-src 'self' data: blob: 'unsafe-inline' 'wasm-unsafe-eval'; connect-src 'self' blob: http://127.0.0.1:11434",
    );
    writeAllowedHosts([], storage);
    expect(stored).toBeNull();
  });

  test("the hosts of the model catalog are hosts", () => {
    expect(CATALOG_HOSTS.filter((host) => !isAllowedHost(host))).toEqual([]);
  });
});
