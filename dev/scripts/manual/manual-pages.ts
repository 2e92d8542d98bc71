/** A part of the manual's contents: its pages by their paths below `docs/`, in the order in which they are read. */
export interface ManualPart {
  readonly title: string;
  readonly pages: readonly string[];
}

/** Pages of `docs/` for those who change the code; the manual leaves them out. */
const OF_THE_CODE = /^(?:decisions\/.+|gotchas\.md|paths\.md)$/u;

/** Whether a page, by its path below `docs/`, is part of the manual. */
export function isManualPage(path: string): boolean {
  return path.endsWith(".md") && !OF_THE_CODE.test(path);
}

/** The pages of `docs/` in their order. */
export const MANUAL_PARTS: readonly ManualPart[] = [
  { title: "Begin", pages: ["README.md", "package/start.md", "glossary.md"] },
  {
    title: "Tasks",
    pages: [
      "package/tools.md",
      "package/files.md",
      "package/own-page.md",
      "package/own-engine.md",
      "package/flows.md",
      "package/memory.md",
      "package/mcp.md",
      "package/formats.md",
      "package/testing.md",
      "package/hosting.md",
      "package/security.md",
    ],
  },
  {
    title: "Reference",
    pages: ["package/README.md", "package/api.md", "package/events.md", "package/behaviours.md"],
  },
  {
    title: "The app",
    pages: [
      "using.md",
      "models.md",
      "storage.md",
      "performance.md",
      "approval-policy.md",
      "tables.md",
      "scripts.md",
      "tool-call-strategies.md",
      "export-format.md",
      "pack-format.md",
      "faults.md",
      "first-steps.md",
    ],
  },
];
