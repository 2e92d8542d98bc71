/** A record of OSV, as far as it is read here. */
export interface OsvRecord {
  readonly id: string;
  readonly modified: string;
  readonly withdrawn?: string;
  readonly summary?: string;
  readonly affected?: readonly {
    readonly package?: { readonly ecosystem: string; readonly name: string };
    readonly versions?: readonly string[];
    readonly ranges?: readonly { readonly type: string; readonly events: readonly OsvEvent[] }[];
  }[];
}

type OsvEvent = Partial<Record<"introduced" | "fixed" | "last_affected", string>>;

interface LockedPackage {
  readonly name: string;
  readonly version: string;
}

/** A package of the lock that a record names. */
export interface Hit extends LockedPackage {
  readonly id: string;
  readonly summary: string;
}

/** Every package of a lock file, those of development included. */
export function readLocked(lock: string): readonly LockedPackage[] {
  const { packages } = JSON.parse(lock) as { packages: Record<string, { name?: string; version?: string }> };
  return Object.entries(packages).flatMap(([path, { name, version }]) =>
    path === "" || version === undefined ? [] : [{ name: name ?? path.split("node_modules/").at(-1) ?? path, version }],
  );
}

/** What the records say of the locked packages; withdrawn ones say nothing. */
export function findHits(records: readonly OsvRecord[], locked: readonly LockedPackage[]): readonly Hit[] {
  return records
    .filter(({ withdrawn }) => withdrawn === undefined)
    .flatMap(({ id, summary = "", affected = [] }) =>
      affected.flatMap(({ package: named, versions: listed = [], ranges = [] }) =>
        locked
          .filter(({ name }) => named?.ecosystem === "npm" && named.name === name)
          .filter(({ version }) => listed.includes(version) || ranges.some(({ events }) => isWithin(version, events)))
          .map((each) => ({ ...each, id, summary })),
      ),
    );
}

/** Whether a version lies behind an `introduced` and before the `fixed`, or up to the `last_affected`, that follows it. */
function isWithin(version: string, events: readonly OsvEvent[]): boolean {
  let isAffected = false;
  for (const { introduced, fixed, last_affected: last } of events) {
    if (introduced !== undefined && compare(version, introduced) >= 0) isAffected = true;
    if (fixed !== undefined && compare(version, fixed) >= 0) isAffected = false;
    if (last !== undefined && compare(version, last) > 0) isAffected = false;
  }
  return isAffected;
}

/** The order of SemVer: by numbers, and what comes before a release before it. */
function compare(left: string, right: string): number {
  const [one, other] = [toParts(left), toParts(right)];
  const at = one.numbers.findIndex((number, index) => number !== other.numbers[index]);
  if (at !== -1) return (one.numbers[at] ?? 0) - (other.numbers[at] ?? 0);
  if (one.before === "" || other.before === "") return Number(one.before === "") - Number(other.before === "");
  return one.before.localeCompare(other.before, "en", { numeric: true });
}

function toParts(version: string): { readonly numbers: readonly number[]; readonly before: string } {
  const [, numbers = "", before = ""] = /^([\d.]+)(?:-([^+]*))?/u.exec(version) ?? [];
  const [major = 0, minor = 0, patch = 0] = numbers.split(".").map(Number);
  return { numbers: [major, minor, patch], before };
}
