import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { checkPackage as checkTypes, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { type OutputChunk, rolldown } from "rolldown";
import { ROOT } from "../build-app.ts";
import { writeBehaviours } from "../manual/write-behaviours.ts";
import { writeApiReport } from "./api-report.ts";
import { PACKAGE_DIST } from "./build-package.ts";
import { packPackage } from "./pack-package.ts";

const REPORT = join(ROOT, "docs/package/api.md");
const BEHAVIOURS = join(ROOT, "docs/package/behaviours.md");

/** The core without engines, gzipped: the loop, every dialect, and what helps weak models to call, quote and count. */
const MAX_CORE_BYTES = 60_000;

/** The package is ESM, resolved by its exports: Node's older resolution has neither. */
const RESOLUTIONS: ReadonlySet<string> = new Set(["node16-esm", "bundler"]);

/** What publint, Are The Types Wrong and the kept report of the interface have against the built package. */
export async function checkPackage({ update }: { readonly update: boolean }): Promise<readonly string[]> {
  return [...(await lint()), ...(await checkResolution()), ...(await checkSize()), ...checkReport(update)];
}

/** What a page gets that imports these two and has zod already, packed by a bundler. */
async function checkSize(): Promise<readonly string[]> {
  const entry = join(ROOT, ".cache/package-core.js");
  writeFileSync(
    entry,
    `export { createAgent, defineTool } from ${JSON.stringify(join(PACKAGE_DIST, "dist/alcove.js"))};`,
  );
  const build = await rolldown({ input: entry, external: (id) => id.startsWith("zod") });
  const { output } = await build.generate({ format: "esm", minify: true });
  await build.close();
  const chunks = output.filter((part) => part.type === "chunk");
  const weigh = (wanted: (part: OutputChunk) => boolean): number =>
    gzipSync(chunks.flatMap((part) => (wanted(part) ? [part.code] : [])).join("")).length;
  const isFirst = (part: OutputChunk): boolean =>
    part.isEntry || chunks.some((each) => each.isEntry && each.imports.includes(part.fileName));
  const bytes = weigh(isFirst);
  const later = weigh((part) => !isFirst(part));
  const toKilobytes = (count: number): string => (count / 1000).toFixed(1);
  console.log(
    `The core has ${toKilobytes(bytes)} kB gzipped, of ${toKilobytes(MAX_CORE_BYTES)}; the first question loads ${toKilobytes(later)} more.`,
  );
  return bytes > MAX_CORE_BYTES ? ["the core has become too large: see what it imports"] : [];
}

async function lint(): Promise<readonly string[]> {
  const { messages, pkg } = await publint({ pkgDir: PACKAGE_DIST, strict: true, pack: "npm" });
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`);
}

async function checkResolution(): Promise<readonly string[]> {
  const tarball = new Uint8Array(readFileSync(await packPackage()));
  const result = await checkTypes(createPackageFromTarballData(tarball));
  if (result.types === false) return ["arethetypeswrong: the package has no types"];
  return result.problems.flatMap((problem) => {
    const kind = "resolutionKind" in problem ? problem.resolutionKind : "bundler";
    if (!RESOLUTIONS.has(kind)) return [];
    return [`arethetypeswrong: ${problem.kind} ${"entrypoint" in problem ? problem.entrypoint : ""} (${kind})`];
  });
}

function checkReport(update: boolean): readonly string[] {
  const report = writeApiReport();
  if (update) {
    writeFileSync(REPORT, report);
    writeFileSync(BEHAVIOURS, writeBehaviours());
  }
  if (existsSync(REPORT) && readFileSync(REPORT, "utf8") === report) return [];
  return ["docs/package/api.md is not what the package offers: look at the change, then `npm run package -- --update`"];
}
