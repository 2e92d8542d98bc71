import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { rolldown } from "rolldown";
import ts from "typescript";
import { ROOT } from "../build-app.ts";

/** The folder that is packed. */
export const PACKAGE_DIST: string = join(ROOT, ".cache/package");

/** What the package takes from its user's project; everything else is built in. */
const PEERS: Readonly<Record<string, { readonly range: string; readonly optional: boolean }>> = {
  zod: { range: "^4.0.0", optional: false },
  "@mlc-ai/web-llm": { range: "^0.2.86", optional: true },
  "@wllama/wllama": { range: "^3.8.1", optional: true },
  ai: { range: ">=6 <8", optional: true },
  "@ai-sdk/provider": { range: "^3.0.0", optional: true },
  "@modelcontextprotocol/client": { range: "^2.4.0", optional: true },
  "quickjs-emscripten-core": { range: "^0.32.0", optional: true },
  "@jitl/quickjs-wasmfile-release-sync": { range: "^0.32.0", optional: true },
  vitest: { range: ">=3", optional: true },
};

interface ProjectFile {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string>>;
}

/** The entries of the package, by the name that they are imported under. */
export function readEntries(): ReadonlyMap<string, string> {
  return new Map(Object.entries(readProject().exports).map(([name, path]) => [name, join(ROOT, path)]));
}

/** Builds modules, types and `package.json` into `.cache/package`. */
export async function buildPackage(): Promise<void> {
  rmSync(PACKAGE_DIST, { recursive: true, force: true });
  mkdirSync(PACKAGE_DIST, { recursive: true });
  await buildModules();
  buildTypes(join(PACKAGE_DIST, "types"));
  writeFileSync(join(PACKAGE_DIST, "package.json"), `${JSON.stringify(toPackageFile(), null, 2)}\n`);
  copyFileSync(join(ROOT, "LICENSE"), join(PACKAGE_DIST, "LICENSE"));
  copyFileSync(join(ROOT, "package/README.md"), join(PACKAGE_DIST, "README.md"));
  cpSync(join(ROOT, "package/template"), join(PACKAGE_DIST, "template"), { recursive: true });
  for (const path of ["node_modules/@wllama/wllama/esm/wasm/wllama.wasm", "worker/engines/wllama/kernels.bin"]) {
    copyFileSync(join(ROOT, path), join(PACKAGE_DIST, "dist/engines", basename(path)));
  }
}

function readProject(): ProjectFile {
  return JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
}

/** `package/engines/remote.ts` is built to `engines/remote`. */
function toOutput(path: string): string {
  return relative(join(ROOT, "package"), path).replace(/\.ts$/u, "");
}

async function buildModules(): Promise<void> {
  const input = Object.fromEntries([...readEntries().values()].map((path) => [toOutput(path), path]));
  const isPeer = (id: string): boolean => Object.keys(PEERS).some((name) => id === name || id.startsWith(`${name}/`));
  const build = await rolldown({ input, external: isPeer, platform: "browser", treeshake: true });
  await build.write({
    dir: join(PACKAGE_DIST, "dist"),
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    // Who builds with the package minifies it; who runs it reads its lines and names where something is thrown.
    minify: false,
    sourcemap: true,
    comments: { legal: true, jsdoc: false, annotation: true },
  });
  await build.close();
  const cli = await rolldown({ input: { cli: join(ROOT, "package/cli/cli.ts") }, external: isPeer, platform: "node" });
  await cli.write({ dir: join(PACKAGE_DIST, "dist/cli"), format: "esm", entryFileNames: "[name].js" });
  await cli.close();
}

/** Writes a declaration file for each source file that the entries reach. */
export function buildTypes(folder: string): void {
  const { config } = ts.readConfigFile(join(ROOT, "package/tsconfig.json"), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(ROOT, "package"));
  const { tsBuildInfoFile: _, ...rest } = options;
  const program = ts.createProgram([...readEntries().values()], {
    ...rest,
    composite: false,
    incremental: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: ROOT,
    outDir: folder,
  });
  const texts = new Map<string, string>();
  program.emit(undefined, (path, text) => {
    // The modules are built to `.js`, and so are the names that declarations import each other by.
    texts.set(path, text.replaceAll(/((?:from|import\() ?"\.[^"]+)\.ts"/gu, '$1.js"'));
  });
  const entries = [...readEntries().values()].map((path) => join(folder, `package/${toOutput(path)}.d.ts`));
  for (const path of findReached(entries, texts)) {
    mkdirSync(dirname(path), { recursive: true });
    const idb = relative(dirname(path), join(folder, "idb/index.js"));
    writeFileSync(path, (texts.get(path) ?? "").replaceAll('from "idb"', `from "${idb}"`));
  }
  // Its code is built in, so nobody installs it for its types.
  const source = join(ROOT, "node_modules/idb");
  mkdirSync(join(folder, "idb"), { recursive: true });
  copyFileSync(join(source, "LICENSE"), join(folder, "idb/LICENSE"));
  for (const name of readdirSync(join(source, "build")).filter((each) => each.endsWith(".d.ts"))) {
    copyFileSync(join(source, "build", name), join(folder, "idb", name));
  }
}

/** The declarations that others name, from the entries on: those of what is only run stay out, and their packages too. */
function findReached(entries: readonly string[], texts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const reached = new Set(entries);
  for (const path of reached) {
    for (const [, name = ""] of (texts.get(path) ?? "").matchAll(/(?:from|import\() ?"(\.[^"]+)\.js"/gu)) {
      const next = join(dirname(path), `${name}.d.ts`);
      if (texts.has(next)) reached.add(next);
    }
  }
  return reached;
}

function toPackageFile() {
  const { name, version, description, license, engines, exports } = readProject();
  const entries = Object.entries(exports).map(([key, path]) => {
    const output = toOutput(join(ROOT, path));
    return [key, { types: `./types/package/${output}.d.ts`, default: `./dist/${output}.js` }];
  });
  return {
    name,
    version,
    description,
    license,
    type: "module",
    engines,
    sideEffects: false,
    exports: { ...Object.fromEntries(entries), "./package.json": "./package.json" },
    bin: { alcove: "./dist/cli/cli.js" },
    files: ["dist", "types", "template"],
    peerDependencies: Object.fromEntries(Object.entries(PEERS).map(([peer, { range }]) => [peer, range])),
    peerDependenciesMeta: Object.fromEntries(
      Object.entries(PEERS).flatMap(([peer, { optional }]) => (optional ? [[peer, { optional }]] : [])),
    ),
  };
}
