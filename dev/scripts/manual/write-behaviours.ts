import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../build-app.ts";

/** A part of the table of behaviours. */
export interface BehaviourGroup {
  readonly title: string;
  readonly rows: readonly Behaviour[];
}

/** Something that the app or the package does, with the page that says how and the test that shows it. */
export interface Behaviour {
  readonly what: string;
  /** Relative to `docs/package/`, with the heading. */
  readonly page: string;
  /** A file of tests, or a corpus that one of them plays. */
  readonly test: string;
  /** The beginning of the test's title, or the case's name. */
  readonly title: string;
}

const INTRODUCTION = `# What it does

Each line has the page that says how, and the test that shows it. Written by \`npm run package -- --update\` from
\`dev/scripts/manual/behaviours.json\`; a test holds every page, heading and title to what is there.
`;

/** The table's data. */
export function readBehaviours(): readonly BehaviourGroup[] {
  return JSON.parse(readFileSync(join(ROOT, "dev/scripts/manual/behaviours.json"), "utf8"));
}

/** `docs/package/behaviours.md`. */
export function writeBehaviours(): string {
  const parts = readBehaviours().map(({ title, rows }) => {
    const lines = rows.map(({ what, page, test, title: shown }) => {
      const name = page.replace(/^.*\/|\.md.*$/gu, "");
      return `| ${what} | [${name}](${page}) | \`${test}\`: ${shown} |`;
    });
    return `## ${title}\n\n| what | page | test |\n|---|---|---|\n${lines.join("\n")}\n`;
  });
  return [INTRODUCTION, ...parts].join("\n");
}
