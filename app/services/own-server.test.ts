import { describe, expect, test } from "vitest";
import { type RemoteServer, SERVER_PORTS, type ServerKey } from "../../worker/protocol/remote-server.ts";
import { toConnectPolicy } from "./allowed-hosts.ts";
import { keepServer, readServer, toServerHosts, toServerUrl } from "./own-server.ts";

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

/** The worker's side: the keys that were given to it, the newest last. */
function createKeys(isFull = false) {
  const keys: (ServerKey | null)[] = [];
  const writeServerKey = async (key: ServerKey | null) => {
    if (isFull) return { ok: false, failure: { code: "storage-full" } } as const;
    keys.push(key);
    return { ok: true, value: null } as const;
  };
  return { keys, api: { writeServerKey } };
}

describe("a model server of one's own", () => {
  test("is off until it is set, and what was set comes back", async () => {
    const { api } = createKeys();
    const storage = createStorage();
    expect(readServer(() => storage)).toBeNull();
    expect(toConnectPolicy(toServerHosts(null))).toBe(
      "default-src 'self' data: blob: 'unsafe-inline' 'wasm-unsafe-eval'; connect-src 'self' blob:",
    );
    await keepServer(SERVER, api, storage);
    expect(readServer(() => storage)).toEqual(SERVER);
    await keepServer(null, api, storage);
    expect(readServer(() => storage)).toBeNull();
  });

  test("has its key with the worker, for its origin alone, and never in the page's storage", async () => {
    const storage = createStorage();
    const { api, keys } = createKeys();
    await keepServer({ ...SERVER, url: "https://a.example/llm", apiKey: "sk-1" }, api, storage);
    expect(storage.getItem()).not.toContain("sk-1");
    expect(keys).toEqual([{ origin: "https://a.example", key: "sk-1" }]);

    const kept = readServer(() => storage);
    expect(kept).toMatchObject({ url: "https://a.example/llm", hasKey: true });
    await keepServer({ ...SERVER, url: "https://a.example/other", hasKey: true }, api, storage);
    expect(keys).toHaveLength(1);
    await keepServer({ ...SERVER, url: "https://b.example" }, api, storage);
    expect(keys.at(-1)).toBeNull();
    expect(readServer(() => storage)).not.toHaveProperty("hasKey");
  });

  test("keeps a key of an older version where it is when the worker cannot take it", async () => {
    const storage = createStorage();
    storage.setItem("", JSON.stringify({ ...SERVER, apiKey: "sk-old" }));
    await expect(keepServer({ ...SERVER, apiKey: "sk-old" }, createKeys(true).api, storage)).rejects.toThrow();
    expect(readServer(() => storage)?.apiKey).toBe("sk-old");
    await keepServer({ ...SERVER, apiKey: "sk-old" }, createKeys().api, storage);
    expect(storage.getItem()).not.toContain("sk-old");
  });

  test("has its own host named in the policy, and no other", () => {
    expect(toConnectPolicy(toServerHosts(SERVER))).toBe(
      "default-src 'self' data: blob: 'unsafe-inline' 'wasm-unsafe-eval'; connect-src 'self' blob: http://127.0.0.1:11434",
    );
    expect(toConnectPolicy(toServerHosts({ ...SERVER, url: "https://a.example/llm" }))).toBe(
      "default-src 'self' data: blob: 'unsafe-inline' 'wasm-unsafe-eval'; connect-src 'self' blob: https://a.example",
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

  test.each([
    ["localhost", "http://localhost:11434"],
    ["192.168.1.5/v1/", "http://192.168.1.5:11434"],
    ["localhost:80", "http://localhost"],
    ["localhost:8080", "http://localhost:8080"],
    ["https://models.example", "https://models.example"],
  ])("%s of Ollama is %s", (text, url) => {
    expect(toServerUrl(text, SERVER_PORTS.ollama)).toBe(url);
  });

  test.each(["", "ftp://a", "http://user:pass@a", "http://a?x=1", "a b", "http://*.example.com"])(
    "%j is none",
    (text) => {
      expect(toServerUrl(text)).toBeNull();
    },
  );
});
