import { describe, expect, it } from "vitest";
import { createInMemoryStores } from "../store/in-memory-stores.ts";
import { StorageFault } from "../store/storage-fault.ts";
import { withServerKey } from "./with-server-key.ts";

const SERVER = { dialect: "openai", url: "https://a.example/llm", model: "" } as const;

function createStores() {
  return createInMemoryStores({ now: () => 0, newId: () => "id" });
}

describe("a model server at the start", () => {
  it("gets the stored key of its own origin, and no other", async () => {
    const stores = createStores();
    await stores.serverKey.write({ origin: "https://a.example", key: "sk" });
    expect(await withServerKey(SERVER, stores)).toEqual({ ...SERVER, apiKey: "sk" });
    const others = ["https://b.example", "http://a.example", "https://a.example:8443"];
    for (const url of others) expect(await withServerKey({ ...SERVER, url }, stores)).not.toHaveProperty("apiKey");
  });

  it("keeps a key that it brings, as older versions did", async () => {
    const stores = createStores();
    await stores.serverKey.write({ origin: "https://a.example", key: "sk" });
    expect(await withServerKey({ ...SERVER, apiKey: "older" }, stores)).toMatchObject({ apiKey: "older" });
  });

  it("starts without its key where the storage cannot be read", async () => {
    const read = () => Promise.reject(new StorageFault({ code: "storage-lost" }));
    const stores = { serverKey: { read, write: () => Promise.resolve() } };
    expect(await withServerKey(SERVER, stores)).toEqual(SERVER);
  });
});
