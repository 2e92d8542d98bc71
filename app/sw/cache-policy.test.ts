import { describe, expect, test } from "vitest";
import { chooseCacheAction, chooseStaleCaches, isCacheable, toCacheName } from "./cache-policy.ts";

const SCOPE = "https://host.example/alcove/";

function act(url: string, mode = "cors", method = "GET") {
  return chooseCacheAction({ method, url, mode }, SCOPE);
}

describe("the service worker's cache policy", () => {
  test("every way to open the app answers with its one page", () => {
    for (const end of ["", "index.html", "?q=hello", "#/chat/1", "?engine=webllm#/settings/data"]) {
      expect(act(`${SCOPE}${end}`, "navigate")).toEqual({ type: "shell", key: "index.html" });
    }
  });

  test("a page that is not the app's is not answered with the app", () => {
    expect(act(`${SCOPE}THIRD-PARTY-NOTICES.txt`, "navigate")).toEqual({ type: "network" });
  });

  test("pages of the manual are files of the build", () => {
    expect(act(`${SCOPE}docs/`, "navigate")).toEqual({ type: "cached", key: "docs/index.html" });
    expect(act(`${SCOPE}docs/package/start.html#skills`, "navigate")).toEqual({
      type: "cached",
      key: "docs/package/start.html",
    });
  });

  test("a return from a sign-in reaches no server", () => {
    const url = `${SCOPE}signed-in.html?code=1&state=2`;
    expect(act(url, "navigate")).toEqual({ type: "cached", key: "signed-in.html" });
    expect(act(`${SCOPE}other/signed-in.html`, "navigate")).toEqual({ type: "network" });
  });

  test("files of the build come from the cache, whatever follows their path", () => {
    expect(act(`${SCOPE}assets/index-abc.js`)).toEqual({ type: "cached", key: "assets/index-abc.js" });
    expect(act(`${SCOPE}icon.svg?v=2`)).toEqual({ type: "cached", key: "icon.svg" });
  });

  test("model files are left to the engines", () => {
    expect(act(`${SCOPE}models/starter/model.gguf`)).toEqual({ type: "pass" });
    expect(act(`${SCOPE}models/starter/model.gguf`, "navigate")).toEqual({ type: "pass" });
  });

  test("the server is asked for its list of models each time", () => {
    expect(act(`${SCOPE}models/index.json`)).toEqual({ type: "newest", key: "models/index.json" });
  });

  test("other origins, other apps of this origin and anything but reading are left alone", () => {
    expect(act("https://huggingface.co/model")).toEqual({ type: "pass" });
    expect(act("https://host.example/other/index.html", "navigate")).toEqual({ type: "pass" });
    expect(act(SCOPE, "navigate", "POST")).toEqual({ type: "pass" });
  });

  test("what another app shares is taken here, and any other post is the server's", () => {
    expect(act(`${SCOPE}share`, "navigate", "POST")).toEqual({ type: "share" });
    expect(act(`${SCOPE}share`, "cors", "POST")).toEqual({ type: "pass" });
    expect(act(`${SCOPE}share/more`, "navigate", "POST")).toEqual({ type: "pass" });
    expect(act(`${SCOPE}share`, "navigate")).toEqual({ type: "network" });
  });

  test("a host's fallback page is not kept in place of a script, nor an error, nor a redirect", () => {
    const answer = (type: string, status = 200, redirected = false) => ({
      status,
      redirected,
      headers: { get: () => type },
    });
    expect(isCacheable("assets/a.js", answer("text/javascript"))).toBe(true);
    expect(isCacheable("index.html", answer("text/html; charset=utf-8"))).toBe(true);
    expect(isCacheable("assets/a.js", answer("text/html"))).toBe(false);
    expect(isCacheable("assets/a.js", answer("text/javascript", 404))).toBe(false);
    expect(isCacheable("index.html", answer("text/html", 200, true))).toBe(false);
  });

  test("taking over leaves the version before it, other places' shells and other caches in peace", () => {
    const name = (version: string) => toCacheName(SCOPE, version);
    const foreign = [toCacheName("https://host.example/", "1"), "webllm/model"];
    const names = [name("1"), foreign[0] ?? "", name("2"), name("3"), foreign[1] ?? ""];
    expect(chooseStaleCaches(names, SCOPE, name("3"))).toEqual([name("1")]);
    expect(chooseStaleCaches([name("1")], SCOPE, name("1"))).toEqual([]);
  });
});
