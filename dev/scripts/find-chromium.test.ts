import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { findChromium } from "./find-chromium.ts";

function makeProgram(name: string, code: number): string {
  const path = join(mkdtempSync(join(tmpdir(), "alcove-browser-")), name);
  writeFileSync(path, `#!/bin/sh\nexit ${code}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe.skipIf(process.platform === "win32")(
  "finding a Chromium (the stand-ins are shell scripts, so not on Windows)",
  () => {
    const { CHROMIUM_PATH } = process.env;
    afterEach(() => {
      if (CHROMIUM_PATH === undefined) delete process.env.CHROMIUM_PATH;
      else process.env.CHROMIUM_PATH = CHROMIUM_PATH;
    });

    test("CHROMIUM_PATH comes first", () => {
      process.env.CHROMIUM_PATH = makeProgram("anything", 0);
      expect(findChromium()).toBe(process.env.CHROMIUM_PATH);
    });

    test("a CHROMIUM_PATH that does not start is an error, and not quietly replaced by another browser", () => {
      process.env.CHROMIUM_PATH = makeProgram("broken", 127);
      expect(findChromium).toThrow("does not start");
    });
  },
);
