import { expect, test } from "vitest";
import { createModel } from "../../agent/run/run-agent.fixture.ts";
import { chatmlTemplate } from "../../formats/templates/chatml-template.ts";
import { createTestLibrary } from "../../host/agent-host.fixture.ts";
import { addRemoteModel } from "./remote-library.ts";

const library = addRemoteModel(createTestLibrary({ local: () => createModel(["x"]) }), {
  server: { dialect: "ollama", url: "http://192.168.1.5:11434", model: "qwen3" },
  origin: "http://localhost",
  toTemplate: () => chatmlTemplate,
});

test("the server's model comes first and names the host that questions go to, in its entry and in the reason", async () => {
  const [remote, local] = await library.list();
  expect(remote).toMatchObject({ title: "qwen3", engines: ["remote"], local: false, host: "192.168.1.5:11434" });
  expect(local?.host).toBeUndefined();
  if (remote === undefined) throw new Error("no model");
  for (const forced of [null, "wllama"] as const) {
    expect(await library.choose(remote, forced)).toMatchObject({
      ok: true,
      value: { engine: "remote", reason: expect.stringContaining("192.168.1.5:11434") },
    });
  }
});

test("the other models are this device's as before", async () => {
  const local = (await library.list())[1];
  if (local === undefined) throw new Error("no model");
  const choice = await library.choose(local, null);
  if (!choice.ok) throw new Error("no engine");
  const loaded = await library.load(local, choice.value, () => undefined, new AbortController().signal);
  expect(loaded).toMatchObject({ ok: true });
});
