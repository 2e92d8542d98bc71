import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./build-app.ts";

/** Runs a program of the project's packages in the repository's folder and answers with its exit code. */
export function runCommand(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(join(ROOT, "node_modules/.bin", command), [...args], {
      cwd: ROOT,
      stdio: "inherit",
      shell: process.platform === "win32",
      env: { ...process.env, ...env },
    });
    child.once("error", () => resolve(127));
    child.once("close", (code) => resolve(code ?? 1));
  });
}
