import { createAgent } from "alcove";
import { builtin, findBuiltin } from "alcove/engines/builtin";
import { afterEach, expect, it } from "vitest";
import { installFakeLanguageModel } from "../e2e/harness/fake-language-model.ts";

afterEach(() => {
  Reflect.deleteProperty(globalThis, "LanguageModel");
});

it("answers by the browser's own model, which it has downloaded when it is opened", async () => {
  const replies = [{ question: "colour", text: "Blue." }];
  installFakeLanguageModel({ availability: "downloadable", isPressed: true, replies });
  expect(await findBuiltin()).toBe("downloadable");
  const loaded: number[] = [];
  const model = builtin({ onDownload: (share) => loaded.push(share) });
  await model.open();
  expect(loaded).toEqual([0, 0.25, 0.5, 0.75, 1]);
  expect(await createAgent({ model }).ask("Name a colour.").text).toBe("Blue.");
});

it("says that there is none in a browser without one", async () => {
  expect(await findBuiltin()).toBe("unavailable");
  await expect(builtin().open()).rejects.toThrow("browser-model-gone");
});
