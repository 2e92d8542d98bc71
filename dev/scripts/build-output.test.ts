import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  FRAME_HEADERS,
  FRAME_PAGE,
  HYGIENE_HEADERS,
  ISOLATION_HEADERS,
  PAGE_HEADER_POLICY,
  toHeaderPolicy,
  toPagePolicy,
} from "../../app/sw/security-headers.ts";
import { ROOT } from "./build-app.ts";
import { toHeadersFile } from "./hosting-plugin.ts";
import { toNotices } from "./notices-plugin.ts";

const README = readFileSync(join(ROOT, "README.md"), "utf8");

describe("what hosts are told", () => {
  test("the _headers file and the README's nginx recipe send what our own server sends", () => {
    const file = toHeadersFile();
    for (const [name, value] of Object.entries({ ...ISOLATION_HEADERS, ...HYGIENE_HEADERS })) {
      expect(file).toContain(`  ${name}: ${value}\n`);
      expect(README).toContain(`add_header ${name} ${value.includes(" ") ? `"${value}"` : value};`);
    }
    for (const [name, value] of Object.entries(FRAME_HEADERS)) {
      expect(file).toContain(
        `/${FRAME_PAGE}\n  Content-Security-Policy: ${toHeaderPolicy(`/${FRAME_PAGE}`)}\n  ${name}: ${value}\n`,
      );
      for (const text of [README, readFileSync(join(ROOT, "public/serve.py"), "utf8")]) expect(text).toContain(name);
    }
    expect(README).toContain(`add_header Content-Security-Policy "${PAGE_HEADER_POLICY}";`);
  });
});

describe("the page's policy", () => {
  test("evaluates no strings, takes no inline script or style but those whose hashes it names, and loads nothing from elsewhere", () => {
    const policy = toPagePolicy(["'sha256-abc'"], ["'sha256-def'"]);
    expect(policy).not.toMatch(/'unsafe-inline'|'unsafe-eval'|\*/);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'wasm-unsafe-eval' 'sha256-abc';/);
    expect(policy).toContain("; style-src 'self' 'sha256-def'; ");
    for (const directive of policy.split("; ")) {
      // Connections are narrowed to this origin by the page's first script.
      if (!directive.startsWith("connect-src")) expect(directive).not.toMatch(/https?:/);
    }
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types alcove default");
  });
});

describe("the third-party notices", () => {
  const notices = toNotices(ROOT);

  test("hold the licence of every package that the app ships", () => {
    const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
      readFileSync(join(ROOT, "package.json"), "utf8"),
    );
    for (const [name, version] of Object.entries(dependencies))
      expect(notices).toContain(`\n${name} ${version}\nLicence: `);
  });

  test("name what a package carries inside without a licence file of its own", () => {
    expect(notices).toMatch(
      /PDF\.js \(inside unpdf\)\nLicence: Apache-2\.0\n\nCopyright Mozilla Foundation\n\n\s*Apache License/,
    );
  });

  test("name no package of a licence that an Apache-2.0 app could not carry", () => {
    const licences = [...notices.matchAll(/^Licence: (.*)$/gm)].map(([, licence]) => licence ?? "");
    expect(licences.length).toBeGreaterThan(10);
    const allowed =
      /^\(?(?:Apache-2\.0|MIT|MIT-0|ISC|BSD-[23]-Clause|0BSD|CC0-1\.0|Unlicense|BlueOak-1\.0\.0|Python-2\.0|MPL-2\.0 OR Apache-2\.0)\b/;
    // JSDOMParser alone: one file, used unchanged, with where its source is (MPL 2.0, sections 3.2 and 3.3).
    expect(licences.filter((licence) => !allowed.test(licence))).toEqual(["MPL-2.0"]);
    expect(notices).toMatch(
      /JSDOMParser \(inside @mozilla\/readability\)\nLicence: MPL-2\.0\n[\s\S]*?its source is the file JSDOMParser\.js/,
    );
  });

  test("come with the licence of the app", () => {
    expect(existsSync(join(ROOT, "LICENSE"))).toBe(true);
  });
});
