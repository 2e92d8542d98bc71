import { describe, expect, it } from "vitest";
import { createSecretHider } from "./hide-secrets.ts";

const hideSecrets = (text: string, secrets: readonly string[]): string => createSecretHider(secrets)(text);

const SECRET = 's3cr3t "tök/en"+?';
const BYTES = Buffer.from(SECRET, "utf8");

describe("a secret that a service sends back", () => {
  it.each([
    ["as it is", SECRET],
    ["in JSON", JSON.stringify(SECRET).slice(1, -1)],
    ["in an address", encodeURIComponent(SECRET)],
    ["in an address, in small letters", encodeURIComponent(SECRET).toLowerCase()],
    ["in hexadecimal digits", BYTES.toString("hex").toUpperCase()],
    ["in base64", BYTES.toString("base64").replaceAll("=", "")],
    ["in base64 for addresses", BYTES.toString("base64url")],
  ])("is hidden %s", (_, written) => {
    const hidden = hideSecrets(`bad token <${written}>`, [SECRET]);
    expect(hidden).toMatch(/^bad token <\[secret\].?>$/);
  });

  it.each(["a:", "ab:", "abc:"])("is hidden in base64 behind a user's name: %s", (name) => {
    const sent = Buffer.from(`${name}${SECRET}:end`).toString("base64");
    const hidden = hideSecrets(sent, [SECRET]);
    expect(hidden).toContain("[secret]");
    expect(Buffer.from(hidden.replace("[secret]", ""), "base64").toString()).not.toContain("s3cr3t");
  });

  it("leaves every other text as it is", () => {
    expect(hideSecrets("abc 123", [SECRET])).toBe("abc 123");
    expect(hideSecrets("abc 123", ["123"])).toBe("abc 123");
    expect(hideSecrets("abc 123", [])).toBe("abc 123");
    expect(hideSecrets("a.b.c.d a-b-c-d", ["a.b.c.d"])).toBe("[secret] a-b-c-d");
  });
});
