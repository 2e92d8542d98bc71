import { describe, expect, test } from "vitest";
import type { RemoteServer } from "../../worker/protocol/remote-server.ts";
import { toConnectPolicy } from "./allowed-hosts.ts";
import { readServer, toServerHosts, toServerUrl, writeServer } from "./own-server.ts";

const SERVER: RemoteServer = { dialect: "ollama", url: "http://127.0.0.1:11434", model: "qwen", temperature: 0.2 };

function createStorage() {
  let stored: string | null = null;
  const storage = {
    getItem: () => stored,
    setItem: (_key: string, value: string) => {
      stored = value;
    },
    removeItem: () => {
      stored = null;
    },
  };
  return storage;
}

describe("a model server of one's own", () => {
  test("is off until it is set, and what was set comes back", () => {
    const storage = createStorage();
    expect(readServer(() => storage)).toBeNull();
    expect(toConnectPolicy(toServerHosts(null))).toBe(
      "default-src 'self' data: blob: 'unsafe-inline' 'wasm-unsafe-eval'; connect-src 'self'",
    );
    writeServer(SERVER, storage);
    expect(readServer(() => storage)).toEqual(SERVER);
    writeServer(null, storage);
    expect(readServer(() => storage)).toBeNull();
  });

  test("has its own host named in the policy, and no other", () => {
    expect(toConnectPolicy(toServerHosts(SERVER))).toBe(
      "default-src 'self' data: blob: 'unsafe-inline' 'wasm-unsafe-eval'; connect-src 'self' http://127.0.0.1:11434",
    );
    expect(toConnectPolicy(toServerHosts({ ...SERVER, url: "https://a.example/llm" }))).toBe(
      "default-src 'self' data: blob: 'unsafe-inline' 'wasm-unsafe-eval'; connect-src 'self' https://a.example",
    );
  });

  test.each(["{", "[]", '{"dialect":"x","url":"http://a"}', '{"dialect":"ollama","url":"http://a; script-src *"}'])(
    "an entry that is not ours is none: %s",
    (text) => {
      expect(readServer(() => ({ getItem: () => text }))).toBeNull();
    },
  );

  test.each([
    ["localhost:11434", "http://localhost:11434"],
    [" http://192.168.1.5:8080/v1/ ", "http://192.168.1.5:8080"],
    ["https://Models.Example/llm/", "https://models.example/llm"],
    ["[::1]:8080", "http://[::1]:8080"],
    ["localhost:1234/v1/chat/completions", "http://localhost:1234"],
  ])("%j is the address %s", (text, url) => {
    expect(toServerUrl(text)).toBe(url);
    expect(toServerUrl(url)).toBe(url);
  });

  test.each(["", "ftp://a", "http://user:pass@a", "http://a?x=1", "a b", "http://*.example.com"])(
    "%j is none",
    (text) => {
      expect(toServerUrl(text)).toBeNull();
    },
  );
});
