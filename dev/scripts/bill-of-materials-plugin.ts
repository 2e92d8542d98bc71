import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { STARTER_FILE } from "../../worker/engines/catalog/starter-model.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What CycloneDX 1.5 says about one part. */
interface Component {
  readonly type: string;
  readonly name: string;
  readonly version?: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

/** A CycloneDX document, as far as it is read and written here. */
interface BillOfMaterials {
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

/** Writes `sbom.cdx.json` into the build: every package, library and model that the app ships or loads, with its hash. */
export function billOfMaterialsPlugin(): Plugin {
  return {
    name: "bill-of-materials",
    apply: "build",
    generateBundle() {
      const source = `${JSON.stringify(toBillOfMaterials(ROOT), null, 1)}\n`;
      this.emitFile({ type: "asset", fileName: "sbom.cdx.json", source });
    },
  };
}

/** The CycloneDX document of the lock file below `root`. The same files give the same document. */
export function toBillOfMaterials(root: string): BillOfMaterials {
  const text = execFileSync("npm", ["sbom", "--sbom-format=cyclonedx", "--package-lock-only"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 << 20,
    stdio: ["ignore", "pipe", "ignore"],
    // On Windows npm is a script, which only a shell starts.
    shell: process.platform === "win32",
  });
  const { serialNumber: _number, ...bill }: BillOfMaterials & { serialNumber?: string } = JSON.parse(text);
  const { timestamp: _time, ...metadata } = bill.metadata;
  const app = { ...(metadata.component as Component), type: "application", name: "alcove" };
  const shipped = listShipped(root);
  const packages = bill.components.filter(({ name, version }) => shipped.has(`${name}@${version}`));
  return {
    ...bill,
    metadata: { ...metadata, component: app },
    components: [...packages, ...listModels(root)],
    dependencies: bill.dependencies
      .filter(({ ref }) => shipped.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => shipped.has(each)) })),
  };
}

/** `name@version` of every package that the app ships. npm 11 leaves out those that a package of development wants too. */
function listShipped(root: string): ReadonlySet<string> {
  const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
    readFileSync(join(root, "package-lock.json"), "utf8"),
  );
  const shipped = Object.entries(packages).filter(
    ([path, { dev, optional }]) => path !== "" && dev !== true && optional !== true,
  );
  return new Set(shipped.map(([path, { version }]) => `${path.split("node_modules/").at(-1)}@${version}`));
}

function listModels(root: string): readonly Component[] {
  return [
    toFile("machine-learning-model", STARTER_FILE.path, STARTER_FILE.sha256),
    toFile("file", "starter.adapter", hashFile(join(root, "dev/model/starter/starter.adapter"))),
  ];
}

function toFile(type: string, name: string, sha256: string): Component {
  return { type, name, hashes: [{ alg: "SHA-256", content: sha256 }] };
}

function hashFile(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
