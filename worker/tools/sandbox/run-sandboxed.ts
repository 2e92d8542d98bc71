import variant from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant, newVariant } from "quickjs-emscripten-core";

/** The input of the sandbox, as text only. */
export interface SandboxJob {
  /** Body of a function of `input`; what it returns is the result. */
  readonly source: string;
  /** JSON. */
  readonly input: string;
  /** The code that is checked before anything runs, where it is not the source itself. */
  readonly checked?: string;
  /** Milliseconds until the engine interrupts itself. The thread is terminated a little later in any case. */
  readonly timeoutMs: number;
}

/** The result as JSON, or the error as a sentence; that of code that could not be read, with its line. */
export type SandboxAnswer =
  | { readonly ok: true; readonly output: string }
  | { readonly ok: false; readonly message: string; readonly isSyntax?: true };

/** The memory's first size is the module's own demand, its bound the only one that holds: 64 MiB, in 64 KiB pages. */
const MEMORY_PAGES = { initial: 256, maximum: 1024 };
const STACK_BYTES = 256 * 1024;
const MAX_OUTPUT_CHARACTERS = 262_144;

/**
 * Runs JavaScript in an engine of its own, compiled to wasm (QuickJS): it has the language and nothing else, no
 * clock that matters, no network, no page. The engine's own limits are not walls (quickjs-emscripten 0.32.0, its
 * threads 219 and 255): run it in a thread that is killed when it is late, and thrown away after each job.
 */
export async function runSandboxed(job: SandboxJob, now: () => number, wasmLocation?: string): Promise<SandboxAnswer> {
  const engine = await newQuickJSWASMModuleFromVariant(
    newVariant(variant, {
      wasmMemory: new WebAssembly.Memory(MEMORY_PAGES),
      ...(wasmLocation === undefined ? {} : { wasmLocation }),
    }),
  );
  const runtime = engine.newRuntime();
  runtime.setMaxStackSize(STACK_BYTES);
  const deadline = now() + job.timeoutMs;
  let late = false;
  runtime.setInterruptHandler(() => {
    late = now() > deadline;
    return late;
  });
  const context = runtime.newContext();
  const checked = context.evalCode(`(function () {\n${job.checked ?? job.source}\n})`, "script", { compileOnly: true });
  if (checked.error !== undefined) {
    const { message, stack } = context.dump(checked.error);
    const line = Number(/script:(\d+)/.exec(String(stack))?.[1] ?? 2) - 1;
    return { ok: false, isSyntax: true, message: `${line}: ${String(message)}`.slice(0, 500) };
  }
  const input = context.newString(job.input);
  context.setProp(context.global, "__input", input);
  const result = context.evalCode(
    `(() => { "use strict"; const input = JSON.parse(globalThis.__input); delete globalThis.__input;\n` +
      `const output = (function (input) {\n${job.source}\n})(input);\n` +
      `return JSON.stringify(output === undefined ? null : output); })()`,
    "tool.js",
  );
  if (result.error !== undefined) {
    if (late) return { ok: false, message: `The script ran longer than ${job.timeoutMs} ms.` };
    const error: unknown = context.dump(result.error);
    return { ok: false, message: `The script failed: ${toSentence(error)}`.slice(0, 500) };
  }
  if (context.typeof(result.value) !== "string") return { ok: false, message: "The script's result is not JSON." };
  const output = context.getString(result.value);
  if (output.length > MAX_OUTPUT_CHARACTERS) return { ok: false, message: "The script's result is too large." };
  return { ok: true, output };
}

function toSentence(error: unknown): string {
  if (typeof error !== "object" || error === null) return String(error);
  const { name, message } = { name: "Error", message: "", ...error };
  return `${String(name)}: ${String(message)}`;
}
