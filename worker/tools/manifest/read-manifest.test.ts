import { describe, expect, it } from "vitest";
import { formatFault } from "../../protocol/file-fault.ts";
import { toArgumentSchema } from "./argument-type.ts";
import { readCustomTypes, readManifest } from "./read-manifest.ts";

const faultsOf = (text: string, types?: Parameters<typeof readManifest>[2]): readonly string[] => {
  const reading = readManifest(text, "t.clad.toml", types);
  return reading.ok ? [] : reading.faults.map(formatFault);
};

const OUTPUT = `
[output]
format = "json"
parser = "builtin:json"
envelope = true
[output.schema]
type = "object"
`;
const withArgs = (args: string): string => `[tool]
name = "t"
version = "1.0.0"
description = "d"
${args}
[javascript]
source = "return {}"
${OUTPUT}`;

describe("a manifest", () => {
  it("is read whole, with ToolClad's defaults", () => {
    const reading = readManifest(
      `[tool]
name = "post_note"
version = "1.2.0"
description = "Posts a note."
timeout_seconds = 30
risk_tier = "medium"
human_approval = true

[tool.cedar]
resource = "Notes::Note"
action = "execute_tool"

[args.channel]
position = 1
type = "string"
required = true
pattern = "^[A-Z0-9]+$"
description = "Channel"

[args.count]
type = "integer"
min = 1
max = 9
clamp = true
default = 3

[http]
method = "POST"
url = "https://api.example.com/{channel}/notes"
headers = { "Authorization" = "Bearer {_secret:token}", "Content-Type" = "application/json" }
body_template = '{"count": {count}}'
success_status = [200, 201]
error_status = [400]
${OUTPUT}`,
      "post_note.clad.toml",
    );
    expect(reading).toEqual({
      ok: true,
      value: {
        file: "post_note.clad.toml",
        name: "post_note",
        version: "1.2.0",
        description: "Posts a note.",
        timeoutMs: 30_000,
        riskTier: "medium",
        humanApproval: true,
        arguments: [
          expect.objectContaining({ name: "channel", type: "string", required: true, pattern: "^[A-Z0-9]+$" }),
          expect.objectContaining({
            name: "count",
            type: "integer",
            required: false,
            min: 1,
            max: 9,
            clamp: true,
            default: 3,
          }),
        ],
        backend: {
          type: "http",
          method: "POST",
          url: "https://api.example.com/{channel}/notes",
          headers: { Authorization: "Bearer {_secret:token}", "Content-Type": "application/json" },
          bodyTemplate: '{"count": {count}}',
          successStatus: [200, 201],
          errorStatus: [400],
        },
        output: { format: "json", schema: { type: "object" } },
      },
    });
  });

  it("may use a project's own types", () => {
    const types = readCustomTypes(`[types.severity]\nbase = "enum"\nallowed = ["low", "high"]\n`, "toolclad.toml");
    expect(types.ok).toBe(true);
    if (!types.ok) return;
    const reading = readManifest(withArgs(`[args.level]\ntype = "severity"\ndefault = "low"`), "t", types.value);
    expect(reading).toMatchObject({
      value: { arguments: [{ type: "enum", allowed: ["low", "high"], default: "low" }] },
    });
    expect(faultsOf(withArgs(`[args.level]\ntype = "severity"\ndefault = "odd"`), types.value)).toEqual([
      't.clad.toml:7: the default "odd" is not allowed',
    ]);
  });
});

describe("every fault of a manifest is listed with its line", () => {
  it("in one go, sorted", () => {
    expect(
      faultsOf(`[tool]
name = "not a name"
version = 3
risk_tier = "huge"
colour = "red"

[args.a]
type = "integer"
min = "1"
max = 9
pattern = "x"

[args."b c"]
type = "colour"

[http]
url = "http://{host}/x"
method = "SEND"
body_template = "{nobody}"
`),
    ).toEqual([
      "t.clad.toml:1: tool.description is missing",
      "t.clad.toml:2: 'not a name' is no tool name: 1 to 128 letters, digits, '_', '-' or '.'",
      "t.clad.toml:3: tool.version must be text",
      "t.clad.toml:4: risk_tier must be one of low, medium, high",
      "t.clad.toml:5: tool.colour is not known",
      "t.clad.toml:9: args.a.min must be a whole number",
      "t.clad.toml:11: pattern does not apply to integer",
      "t.clad.toml:13: 'b c' is no argument name",
      expect.stringContaining("t.clad.toml:14: 'colour' is no argument type: string, number"),
      "t.clad.toml:17: the url must start with https://; a program on this device is reached as an MCP server (Tools, Add server)",
      "t.clad.toml:17: {host} is no argument of this tool",
      "t.clad.toml:18: method must be one of GET, POST, PUT, PATCH, DELETE, HEAD",
      "t.clad.toml:19: GET sends no body",
      "t.clad.toml:19: {nobody} is no argument of this tool",
    ]);
  });

  it("with the parser's line where it is not TOML", () => {
    expect(faultsOf('[tool]\nname = "a"\nversion = = 1\n')[0]).toMatch(/^t\.clad\.toml:3: /);
  });

  it.each([
    ['[args.a]\ntype = "enum"', "6: an enum needs allowed values"],
    ['[args.a]\ntype = "regex_match"', "6: regex_match needs a pattern"],
    ['[args.a]\ntype = "string"\npattern = "("', "7: The pattern ( is not valid"],
    ['[args.a]\ntype = "string"\npattern = "(?=a)"', "7: The pattern (?=a) uses look-around"],
    ['[args.a]\ntype = "integer"\nmin = 3\nmax = 1', "7: min is above max"],
    ['[args.a]\ntype = "integer"\nmax = 3\ndefault = 9', "8: the default 9 is out of bounds"],
    ['[args.a]\ntype = "port"\ndefault = "80"', '7: the default "80" is no port'],
    ['[args.a]\ntype = "path"\ndefault = "../x"', '7: the default "../x" must not lead upwards (..)'],
    ['[args.a]\ntype = "credential_file"', "6: credential_file names a file on a disk"],
    ['[args.a]\ntype = "string"\nsanitize = ["html"]', "7: 'html' is no way to sanitize"],
    ['[args.a]\ntype = "string"\nscope_check = true', "7: scope_check does not apply to string"],
    ["[args.a]\nrequired = true", "5: args.a.type is missing"],
    ["[args]\na = 3", "6: args.a must be a table"],
  ])("%s", (args, fault) => {
    expect(faultsOf(withArgs(args))).toEqual([expect.stringContaining(`t.clad.toml:${fault}`)]);
  });

  it.each([
    ['[command]\ntemplate = "nmap {target}"', "the command line 'nmap {target}' cannot run in a browser"],
    ['[command]\nexecutor = "scripts/wrap.sh"', "the command line 'scripts/wrap.sh' cannot run in a browser"],
    ['[session]\nstartup_command = "psql"', "[session] cannot exist in a browser"],
    ["[browser]\nheadless = true", "[browser] cannot exist in a browser"],
    ['[mcp]\nserver = "a"\ntool = "b"', "there is more than one of [http], [javascript] and [mcp]"],
  ])("names what cannot exist here: %s", (section, message) => {
    const faults = faultsOf(withArgs(section));
    expect(faults.join("\n")).toContain(message);
    expect(faults[0]).toMatch(/^t\.clad\.toml:\d+: /);
  });

  it("and a program that nobody can start", () => {
    const text = `[tool]\nname = "w"\nversion = "1"\ndescription = "d"\nbinary = "whois"\n${OUTPUT}`;
    expect(faultsOf(text)).toEqual([
      "t.clad.toml:5: the program 'whois' cannot run in a browser; use [http], [javascript] or [mcp]",
    ]);
  });

  it("and outputs that cannot be read", () => {
    const text = withArgs("").replace('format = "json"', 'format = "xml"').replace("builtin:json", "parse.py");
    expect(faultsOf(text)).toEqual([
      "t.clad.toml:10: xml is not read here; use text, json or jsonl",
      "t.clad.toml:11: the program 'parse.py' cannot run in a browser",
    ]);
    const broken = withArgs("").replace('[output.schema]\ntype = "object"', '[output.schema]\n"$ref" = "#/x"');
    expect(faultsOf(broken)).toEqual([expect.stringContaining("the schema is refused: #/x does not exist")]);
  });

  it("and keys that reach a prototype", () => {
    expect(faultsOf('[args."__proto__"]\ntype = "string"\n')).toHaveLength(1);
    expect(faultsOf('[args.constructor]\ntype = "string"\n')).toHaveLength(1);
  });
});

it("finds lines behind multi-line strings, comments and dotted keys", () => {
  const text = `# tool
tool.name = "t"
tool.version = "1"
tool.description = '''
type = "not a key"
[args.fake]
'''
[javascript]
source = """
pattern = 3
"""
colour = 1
${OUTPUT}`;
  expect(faultsOf(text)).toEqual(["t.clad.toml:12: javascript.colour is not known"]);
});

describe("arguments of JSON's types", () => {
  const toText = (args: string): string =>
    `[tool]\nname = "tip"\ndescription = "d"\n${args}\n[javascript]\nsource = "return 1"\n[output]\nformat = "json"\n`;

  it("may be numbers with a fraction, lists and objects, with bounds and defaults", () => {
    const reading = readManifest(
      toText(
        '[args.bill]\ntype = "number"\nrequired = true\nmin = 0.5\n[args.tags]\ntype = "array"\nitems = "string"\ndefault = ["a"]\n[args.more]\ntype = "object"\n',
      ),
      "tip.clad.toml",
    );
    if (!reading.ok) throw new Error(JSON.stringify(reading.faults));
    expect(reading.value.arguments.map(toArgumentSchema)).toEqual([
      { type: "number", minimum: 0.5 },
      { type: "array", items: { type: "string" }, default: ["a"] },
      { type: "object" },
    ]);
  });

  it("are told with their line when they cannot be", () => {
    const reading = readManifest(
      toText('[args.bill]\ntype = "number"\ndefault = "ten"\n[args.tags]\ntype = "array"\nitems = "colour"\n'),
      "tip.clad.toml",
    );
    expect(reading).toMatchObject({
      ok: false,
      faults: [
        { line: 6, message: 'the default "ten" is no number' },
        { line: 9, message: expect.stringContaining("items must be one of string") },
      ],
    });
  });
});
