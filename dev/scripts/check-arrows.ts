import { join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractConfig from "dependency-cruiser/config-utl/extract-depcruise-config";
import extractTsConfig from "dependency-cruiser/config-utl/extract-ts-config";
import { ROOT } from "./build-app.ts";

/** One import that the house rules forbid. */
export interface ArrowViolation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
  /** What to do instead. */
  readonly comment: string;
}

/** What the look at the imports found. */
export interface ArrowReport {
  readonly violations: readonly ArrowViolation[];
  /** Files of ours that were read, packages not counted. */
  readonly modules: number;
}

/** Holds the imports of the folders to `dev/dependency-cruiser.mjs`. */
export async function checkArrows(baseFolder: string, folders: readonly string[]): Promise<ArrowReport> {
  const config = await extractConfig(join(ROOT, "dev/dependency-cruiser.mjs"));
  const { options, ...ruleSet } = config;
  const { enhancedResolveOptions, tsConfig, ...cruiseOptions } = options ?? {};
  const { output } = await cruise(
    [...folders],
    { ...cruiseOptions, ruleSet, validate: true, baseDir: baseFolder },
    enhancedResolveOptions,
    { tsConfig: extractTsConfig(join(ROOT, tsConfig?.fileName ?? "dev/tsconfig.base.json")) },
  );
  const { modules, summary } = output as ICruiseResult;
  const comments = new Map((ruleSet.forbidden ?? []).map((rule) => [rule.name, rule.comment ?? ""]));
  return {
    modules: modules.filter((module) => folders.some((folder) => module.source.startsWith(folder))).length,
    violations: summary.violations.map(({ rule, from, to }) => ({
      rule: rule.name,
      from,
      to,
      comment: comments.get(rule.name) ?? "",
    })),
  };
}
