import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "./build-app.ts";

/** How a program is run. */
export interface CommandOptions {
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Takes what the program writes; without it, it writes where this process does. */
  readonly write?: (text: string) => void;
}

/** Runs a program of the project's packages in the repository's folder and answers with its exit code. */
export function runCommand(
  command: string,
  args: readonly string[],
  { env = {}, write }: CommandOptions = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(join(ROOT, "node_modules/.bin", command), [...args], {
      cwd: ROOT,
      stdio: write === undefined ? "inherit" : ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
      env: { ...process.env, ...env },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => write?.(text));
    }
    child.once("error", (error) => {
      write?.(`${error}\n`);
      resolve(127);
    });
    child.once("close", (code) => resolve(code ?? 1));
  });
}
