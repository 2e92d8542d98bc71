import * as z from "zod/mini";
import { defineTool } from "../../agent/define/define-tool.ts";
import type { FilesPort } from "../../agent/ports/files-port.ts";
import type { RunScript } from "../sandbox/create-script-runner.ts";
import examples from "./examples.json" with { type: "json" };

/** Computes in the sandbox, which changes nothing and reaches nothing: like reading, it does not ask. */
export function createRunJavascript(files: FilesPort, loadRunner: () => Promise<RunScript>) {
  return defineTool({
    name: "run_javascript",
    description:
      "Runs JavaScript in a sandbox, without network, on chosen files. files['a.txt'] is a text, tables['a.csv'] an array " +
      "of objects by column. Show results with show.text(markdown), show.table(rows, title), show.chart('bar', rows, " +
      "title), show.file('b.csv', textOrRows) or show.html(html, title), or return a value.",
    effect: "reads",
    personal: true,
    timeoutMs: 15_000,
    input: z.object({
      code: z.string().check(z.describe("The body of a function; no import, no await")),
      files: z.optional(z.array(z.string()).check(z.maxLength(20), z.describe("Names of the files it works with"))),
    }),
    examples: examples.run_javascript,
    run: async (input, context) => (await import("./run-code.ts")).runCode(files, await loadRunner(), input, context),
  });
}
