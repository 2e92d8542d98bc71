import { describe, expect, it } from "vitest";
import { OutsideError } from "../../agent/define/tool.ts";
import type { JsonObject } from "../../protocol/json.ts";
import { createScriptRunner } from "../sandbox/create-script-runner.ts";
import type { JobThread } from "../sandbox/run-in-thread.ts";
import type { SandboxJob } from "../sandbox/run-sandboxed.ts";
import { runSandboxed } from "../sandbox/run-sandboxed.ts";
import { runTool, toContext } from "../tool.contract.ts";
import { createHttpExecutor } from "./http-executor.ts";
import { readManifest } from "./read-manifest.ts";
import { type ManifestDeps, toManifestTool } from "./to-manifest-tool.ts";

/** Runs the sandbox here instead of in a thread of its own. */
const runScript = createScriptRunner(() => {
  let listen: (event: { readonly data: unknown }) => void = () => {};
  const thread: JobThread<SandboxJob> = {
    postMessage: (job) => void runSandboxed(job, () => performance.now()).then((data) => listen({ data })),
    addEventListener: (type: string, listener: (event: { readonly data: unknown }) => void) => {
      if (type === "message") listen = listener;
    },
    terminate: () => {},
  };
  return thread;
});

function make(text: string, deps: ManifestDeps = { runScript }) {
  const reading = readManifest(text, "t.clad.toml");
  if (!reading.ok) throw new Error(JSON.stringify(reading.faults));
  return toManifestTool(reading.value, deps);
}

const script = (args: string, source = "return input", tool = ""): string => `[tool]
name = "t"
version = "1"
description = "d"
${tool}
${args}
[javascript]
source = '''${source}'''
[output]
format = "json"
[output.schema]
type = "object"
`;

const echo = async (args: string, input: JsonObject, deps?: ManifestDeps) => {
  const tool = make(script(args), deps);
  return runTool(tool, input);
};

describe("every argument type of a manifest is enforced", () => {
  it.each<[string, string, readonly (string | number | boolean)[], readonly (string | number | boolean)[]]>([
    [
      "string",
      'type = "string"\nsanitize = ["injection"]',
      ["hello world"],
      ["a; rm -rf /", "$(x)", "a\nb", "`x`", "a|b"],
    ],
    ["string with a pattern", 'type = "string"\npattern = "^[a-z]+$"', ["abc"], ["ABC", "a1"]],
    ["integer", 'type = "integer"\nmin = 1\nmax = 64', [1, 64, "7"], [0, 65, 1.5, "abc", true]],
    ["port", 'type = "port"', [80, 65535, "443"], [0, 70000, -1, "abc"]],
    ["boolean", 'type = "boolean"', [true, "false"], ["yes", "1", 1, 0]],
    ["enum", 'type = "enum"\nallowed = ["ping", "full"]', ["ping"], ["Ping", "half", "ping "]],
    [
      "scope_target",
      'type = "scope_target"',
      ["10.0.1.1", "10.0.1.0/24", "example.com", "::1", "2001:db8::1"],
      ["*.example.com", "10.0.0.0/8; ls", "not a host", ""],
    ],
    [
      "url",
      'type = "url"',
      ["http://example.com/path", "https://test.org"],
      ["ftp://evil.com", "not a url", "javascript:alert(1)", "https://a:b@c.org/", "https://x.org/$(id)"],
    ],
    ["url with schemes", 'type = "url"\nschemes = ["https"]', ["https://test.org"], ["http://test.org"]],
    [
      "path",
      'type = "path"',
      ["config/settings.toml", "a..b/c"],
      ["../etc/passwd", "a/../../b", "/etc/shadow", "C:\\Windows", "~/x", "a\\..\\b", ""],
    ],
    ["ip_address", 'type = "ip_address"', ["192.168.1.1", "::1", "fe80::1"], ["999.1.1.1", "example.com", ""]],
    ["cidr", 'type = "cidr"', ["10.0.1.0/24", "10.0.0.0/8"], ["10.0.0.0/33", "10.0.0.0", "x/24"]],
    ["duration", 'type = "duration"', ["30", "5m"], ["5d", "-1", "0", "m"]],
    ["regex_match", 'type = "regex_match"\npattern = "^[a-z]+(/[a-z]+)*$"', ["a/b"], ["a//b", "a;b"]],
    ["msf_options", 'type = "msf_options"', ["set THREADS 10; set SSL true"], ["set RHOSTS $(whoami)", "unset X"]],
  ])("%s", (_title, definition, good, bad) => {
    const tool = make(script(`[args.a]\nrequired = true\n${definition}`));
    for (const a of good) expect([a, tool.check({ a }).ok]).toEqual([a, true]);
    for (const a of bad) expect([a, tool.check({ a }).ok]).toEqual([a, false]);
    expect(tool.check({})).toMatchObject({ ok: false, problems: [{ path: "/a", message: "is missing" }] });
  });

  it("moves a number into its bounds where the manifest says so", async () => {
    const args = '[args.a]\ntype = "integer"\nmin = 1\nmax = 64\nclamp = true';
    expect(await echo(args, { a: 100 })).toEqual({ a: 64 });
    expect(await echo(args, { a: "0" })).toEqual({ a: 1 });
  });

  it("gives durations in seconds and text without its margins", async () => {
    expect(await echo('[args.a]\ntype = "duration"\n[args.b]\ntype = "string"', { a: "2h", b: " x " })).toEqual({
      a: 7200,
      b: "x",
    });
  });

  it("fills in defaults, which the model may leave out", async () => {
    const args =
      '[args.a]\ntype = "integer"\ndefault = 4\nrequired = true\n[args.b]\ntype = "boolean"\ndefault = "false"\n[args.c]\ntype = "path"\ndefault = ""';
    const tool = make(script(args));
    expect(tool.spec.parameters).not.toHaveProperty("required");
    expect(await runTool(tool, {})).toEqual({ a: 4, b: false, c: "" });
  });

  it("keeps targets in the scope, where one is drawn", () => {
    const args =
      '[args.host]\ntype = "scope_target"\n[args.page]\ntype = "url"\nscope_check = true\n[args.free]\ntype = "url"';
    const tool = make(script(args), { runScript, scope: ["*.lab.example", "10.1.0.0/16"] });
    expect(
      tool.check({ host: "a.lab.example", page: "https://b.lab.example/x", free: "https://evil.example/" }).ok,
    ).toBe(true);
    expect(tool.check({ host: "10.1.0.0/24" }).ok).toBe(true);
    expect(tool.check({ host: "10.0.0.0/8" })).toMatchObject({
      problems: [{ path: "/host", message: "10.0.0.0/8 is out of scope" }],
    });
    expect(tool.check({ page: "https://evil.example/" }).ok).toBe(false);
  });

  it("reads its own scope at every call, and says whether it has use for one", () => {
    const scopes = new Map<string, readonly string[]>();
    const deps = { runScript, scope: (name: string) => scopes.get(name) };
    const tool = make(script('[args.host]\ntype = "scope_target"'), deps);
    expect(tool.spec.scoped).toBe(true);
    expect(tool.check({ host: "evil.example" }).ok).toBe(true);
    scopes.set(tool.spec.name, ["lab.example"]);
    expect(tool.check({ host: "evil.example" }).ok).toBe(false);
    expect(tool.check({ host: "lab.example" }).ok).toBe(true);
    scopes.set(tool.spec.name, []);
    expect(tool.check({ host: "lab.example" }).ok).toBe(false);
    expect(make(script('[args.page]\ntype = "url"')).spec).not.toHaveProperty("scoped");
  });

  it("refuses arguments that the manifest does not name", () => {
    expect(make(script("")).check({ a: 1 }).ok).toBe(false);
  });
});

describe("what a manifest's tool may touch", () => {
  it("follows from its backend, and its own wish can only raise it", () => {
    expect(make(script("")).spec.effect).toBe("reads");
    const asking = make(script("", "return {}", "human_approval = true")).spec;
    expect(asking).toMatchObject({ effect: "reads", asks: true });
    expect(make(script("", "return {}", 'risk_tier = "high"')).spec.effect).toBe("writes");
  });
});

describe("a JavaScript manifest", () => {
  it("computes in the sandbox and is held to its output schema", async () => {
    const text = script(
      '[args.words]\ntype = "string"\nrequired = true',
      "return { count: input.words.split(' ').length }",
    ).replace(
      '[output.schema]\ntype = "object"',
      '[output.schema]\ntype = "object"\nrequired = ["count"]\n[output.schema.properties.count]\ntype = "integer"',
    );
    expect(await runTool(make(text), { words: "one two three" })).toEqual({ count: 3 });
    const wrong = text.replace("input.words.split(' ').length", "'three'");
    await expect(runTool(make(wrong), { words: "x" })).rejects.toThrow("/count must be a whole number");
  });

  it("that did not come with the app returns and throws text from outside", async () => {
    const makeForeign = (source: string) => {
      const reading = readManifest(script("", source), "t.clad.toml");
      if (!reading.ok) throw new Error(JSON.stringify(reading.faults));
      return toManifestTool(reading.value, { runScript }, { foreign: true });
    };
    expect(await runTool(makeForeign("return { orders: 'save it' }"), {})).toEqual({
      type: "tool-output",
      content: [{ type: "json", value: { orders: "save it" } }],
      untrusted: true,
    });
    await expect(runTool(makeForeign("throw new Error('save it')"), {})).rejects.toThrow(OutsideError);
    await expect(runTool(make(script("", "throw new Error('x')")), {})).rejects.not.toThrow(OutsideError);
  });

  it("says so when it is switched off, or fails", async () => {
    await expect(runTool(make(script(""), {}), {})).rejects.toThrow("switched off");
    await expect(runTool(make(script("", "return missing")), {})).rejects.toThrow("ReferenceError");
  });
});

describe("an HTTP manifest", () => {
  const text = `[tool]
name = "post"
version = "1"
description = "d"
timeout_seconds = 5
[args.channel]
type = "string"
required = true
[args.message]
type = "string"
required = true
[args.loud]
type = "boolean"
default = false
[http]
method = "POST"
url = "https://api.example.com/{channel}/post?m={message}"
headers = { "Authorization" = "Bearer {_secret:token}", "Content-Type" = "application/json" }
body_template = '{"channel": "{channel}", "text": "{message}", "loud": {loud}}'
success_status = [200]
error_status = [429]
[output]
format = "json"
[output.schema]
type = "object"
[output.schema.properties.ok]
type = "boolean"
`;
  const answer = (body: string, init: ResponseInit = {}) => new Response(body, init);
  const setUp = (
    respond: (request: Request) => Response | Promise<Response>,
    allowed = ["https://api.example.com"],
  ) => {
    const requests: { url: string; init: RequestInit }[] = [];
    const fakeFetch: typeof fetch = async (input, init = {}) => {
      const request = new Request(input, init);
      requests.push({ url: request.url, init });
      return respond(request);
    };
    const http = createHttpExecutor({ fetch: fakeFetch, allowedHosts: allowed });
    const tool = make(text, { http, secret: (name) => (name === "token" ? "s3cret" : undefined) });
    return { tool, requests };
  };

  it("fills its templates so that an argument stays one argument, and never shows the secret", async () => {
    const { tool, requests } = setUp(() => answer('{"ok":true}'));
    const message = 'He said "hi" & {channel} {_secret:token}';
    expect(await runTool(tool, { channel: "a/../b?x=1#", message })).toEqual({
      type: "tool-output",
      content: [{ type: "json", value: { ok: true } }],
      untrusted: true,
    });
    const [sent] = requests;
    expect(sent?.url).toBe(`https://api.example.com/a%2F..%2Fb%3Fx%3D1%23/post?m=${encodeURIComponent(message)}`);
    expect(JSON.parse(String(sent?.init.body))).toEqual({ channel: "a/../b?x=1#", text: message, loud: false });
    expect(sent?.init).toMatchObject({
      method: "POST",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      redirect: "manual",
      headers: { Authorization: "Bearer s3cret", "Content-Type": "application/json" },
    });
    expect(tool.spec.effect).toBe("sends");
    expect(JSON.stringify(tool.spec)).not.toContain("s3cret");
  });

  it.each<[string, () => Response, string]>([
    ["a status it knows", () => answer("slow down", { status: 429 }), "The service answered 429: slow down"],
    ["a status it does not know", () => answer("?", { status: 503 }), "unexpected status 503"],
    [
      "a redirect",
      () => answer("", { status: 302, headers: { location: "https://evil.example/" } }),
      "redirects to another address",
    ],
    ["an answer that is not JSON", () => answer("<html>"), "not JSON"],
    ["an answer against its schema", () => answer('{"ok":"yes"}'), "/ok must be true or false"],
    ["an answer nested too deep", () => answer(`${"[".repeat(100)}${"]".repeat(100)}`), "nested deeper"],
    ["a large answer", () => answer("x".repeat(1024 * 1024 + 1)), "larger than 1 MiB"],
    [
      "an answer that announces its size",
      () => answer("x", { headers: { "content-length": "99999999" } }),
      "larger than 1 MiB",
    ],
    [
      "no connection",
      () => {
        throw new TypeError("Failed to fetch");
      },
      "cannot be reached",
    ],
  ])("says what happened on %s", async (_title, respond, part) => {
    const { tool } = setUp(respond);
    const failed = runTool(tool, { channel: "c", message: "m" });
    await expect(failed).rejects.toThrow(part);
    await expect(failed).rejects.toBeInstanceOf(OutsideError);
  });

  it("shows beforehand where it would send what, without the secret, and sends nothing for that", async () => {
    const { tool, requests } = setUp(() => answer("{}"));
    const checked = tool.check({ channel: "a b", message: 'say "hi" {_secret:token}' });
    expect(
      checked.ok && (await tool.preview?.(checked.input, toContext({ signal: new AbortController().signal }))),
    ).toEqual({
      title: "api.example.com",
      before: null,
      after: [
        "POST https://api.example.com/a%20b/post?m=say%20%22hi%22%20%7B_secret%3Atoken%7D",
        "Authorization: Bearer [secret]",
        "Content-Type: application/json",
        "",
        '{"channel": "a b", "text": "say \\"hi\\" {_secret:token}", "loud": false}',
      ].join("\n"),
    });
    expect(requests).toEqual([]);
  });

  it("sends nothing to a host that is not allowed, and is off when none is", async () => {
    for (const [allowed, part] of [
      [[], "switched off"],
      [
        ["https://other.example", "http://api.example.com", "https://*.api.example.com", "https://*.ample.com"],
        "not among the hosts",
      ],
      [["https://api.example.com:8443"], "not among"],
    ] as const) {
      const { tool, requests } = setUp(() => answer("{}"), [...allowed]);
      await expect(runTool(tool, { channel: "c", message: "m" })).rejects.toThrow(part);
      expect(requests).toEqual([]);
    }
  });

  it("refuses a path of dots and a header with line breaks", async () => {
    const { tool, requests } = setUp(() => answer("{}"));
    await expect(runTool(tool, { channel: "..", message: "m" })).rejects.toThrow("path of dots");
    const header = text.replace("Bearer {_secret:token}", "{message}");
    const http = createHttpExecutor({ fetch: async () => answer("{}"), allowedHosts: ["https://api.example.com"] });
    await expect(runTool(make(header, { http }), { channel: "c", message: "a\r\nCookie: b" })).rejects.toThrow(
      "header cannot carry",
    );
    expect(requests).toEqual([]);
  });

  it("asks for its own secrets, each for its one host", async () => {
    const asked: string[] = [];
    const http = createHttpExecutor({
      fetch: async () => answer('{"ok":true}'),
      allowedHosts: ["https://api.example.com"],
    });
    const secret = async (name: string, host: string, tool: string) => {
      asked.push(`${tool} ${host} ${name}`);
      return "s3cret";
    };
    const tool = make(text, { http, secret });
    expect(tool.spec.secrets).toEqual([{ name: "token", host: "api.example.com" }]);
    await runTool(tool, { channel: "a", message: "b" });
    expect(asked).toEqual([`${tool.spec.name} api.example.com token`]);
  });

  it.each([
    ["a result", 200, '{"ok":true,"echo":"Bearer s3cret"}', '{"ok":true,"echo":"Bearer [secret]"}'],
    ["letters by their numbers", 200, '{"s\\u0033cret":1}', '{"[secret]":1}'],
    ["an encoding", 200, `{"echo":"${btoa("Bearer s3cret-s3cret")}"}`, "[secret]"],
    ["an error", 429, "bad token Bearer s3cret", "bad token Bearer [secret]"],
    ["an error that is cut", 429, `${"x".repeat(297)}s3cret`, `${"x".repeat(297)}[se`],
    ["a fault of its result", 200, '{"ok":"s\\u0033cret"}', "not as its manifest says"],
  ])("are hidden where a service sends them back: %s", async (_, status, body, expected) => {
    const { tool } = setUp(() => answer(body, { status }));
    const call = Promise.resolve(runTool(tool, { channel: "a", message: "b" }));
    const told = await call.then((value) => JSON.stringify(value), String);
    expect(told.replaceAll("\\", "")).toContain(expected);
    expect(told).not.toMatch(/s3cr/);
  });

  it("says so when a secret is not set, and sends nothing", async () => {
    const http = createHttpExecutor({ fetch: async () => answer("{}"), allowedHosts: ["https://api.example.com"] });
    await expect(runTool(make(text, { http }), { channel: "c", message: "m" })).rejects.toThrow("'token' is not set");
  });

  it.each([
    "http://api.example.com/",
    "https://localhost/",
    "https://127.0.0.1/",
    "https://192.168.1.1/",
    "https://[::1]/",
    "https://user:pass@api.example.com/",
    "file:///etc/passwd",
  ])("never sends to %s, even when it is listed", async (url) => {
    let sent = 0;
    const http = createHttpExecutor({
      fetch: async () => {
        sent += 1;
        return answer("{}");
      },
      allowedHosts: [
        "https://localhost",
        "https://127.0.0.1",
        "https://192.168.1.1",
        "https://[::1]",
        "http://api.example.com",
        "https://api.example.com",
        "file://",
        "",
      ],
    });
    const { signal } = toContext({});
    await expect(http({ method: "GET", url, headers: {}, timeoutMs: 100, signal })).rejects.toThrow();
    expect(sent).toBe(0);
  });

  it("gives up on a service that does not answer, and when the run is stopped", async () => {
    const never: typeof fetch = (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      });
    const http = createHttpExecutor({ fetch: never, allowedHosts: ["https://api.example.com"] });
    const controller = new AbortController();
    const request = { method: "GET", url: "https://api.example.com/", headers: {}, signal: controller.signal };
    await expect(http({ ...request, timeoutMs: 20 })).rejects.toThrow("did not answer within 0.02 s");
    const stopped = expect(http({ ...request, timeoutMs: 5_000 })).rejects.toThrow("stopped");
    controller.abort();
    await stopped;
  });
});

describe("an MCP manifest", () => {
  it("holds the arguments to its own types and passes them on under the server's names", async () => {
    const text = `[tool]
name = "open_issue"
version = "1"
description = "d"
[args.repo]
type = "string"
pattern = "^[a-z]+/[a-z]+$"
required = true
[mcp]
server = "forge"
tool = "create_issue"
[mcp.field_map]
repo = "repository"
[output]
format = "json"
[output.schema]
type = "object"
`;
    const calls: unknown[] = [];
    const tool = make(text, {
      callMcp: async (...call) => {
        calls.push(call.slice(0, 3));
        return { type: "tool-output", content: [], untrusted: true };
      },
    });
    expect(tool.check({ repo: "A/B" }).ok).toBe(false);
    expect(await runTool(tool, { repo: "a/b" })).toMatchObject({ untrusted: true });
    expect(calls).toEqual([["forge", "create_issue", { repository: "a/b" }]]);
    await expect(runTool(make(text, {}), { repo: "a/b" })).rejects.toThrow("'forge' is not connected");
  });
});
