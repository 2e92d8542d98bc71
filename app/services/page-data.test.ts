import { describe, expect, it } from "vitest";
import { forgetPage, toConnections } from "./page-data.ts";

function createStorage(entries: Record<string, string>) {
  const map = new Map(Object.entries(entries));
  return {
    map,
    get length() {
      return map.size;
    },
    key: (index: number) => [...map.keys()][index] ?? null,
    removeItem: (key: string) => void map.delete(key),
  };
}

describe("what the page keeps outside the stores", () => {
  it("is removed as a whole: keys, addresses, drafts and shared files, but not what is not ours", async () => {
    const storage = createStorage({
      "alcove.model-server": '{"apiKey":"sk-1"}',
      "alcove.allowed-hosts": "[]",
      "alcove.draft.new": "half a thought",
      "another-app": "stays",
    });
    const names = new Set(["alcove-shared /", "alcove-device", "alcove-read", "alcove 1.0", "webllm/model"]);
    const caches = { keys: async () => [...names], delete: async (name: string) => names.delete(name) };
    await forgetPage(storage, caches);
    expect([...storage.map.keys()]).toEqual(["another-app"]);
    expect([...names]).toEqual(["alcove 1.0", "webllm/model"]);
  });

  it("comes back from a file only as hosts and servers that could have been typed in", () => {
    const server = { dialect: "openai", url: "http://127.0.0.1:8080", model: "m" };
    expect(toConnections({ hosts: ["https://api.example", "*", 3, "javascript:x"], server })).toEqual({
      hosts: ["https://api.example"],
      server,
    });
    expect(toConnections({ hosts: ["'unsafe-inline'"], server: { dialect: "telnet", url: "x" } })).toBeNull();
    expect(toConnections("no")).toBeNull();
  });
});
