import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules that depend on a theme: it changes colours and nothing else. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
const PHONE = { width: 360, height: 780 };
const DESKTOP = { width: 1280, height: 800 };

/**
 * What is open breaks no rule of WCAG 2.2 AA on a phone or a desktop, light, dark or in the user's own colours, and nothing scrolls
 * sideways. Each look is drawn into the test's folder.
 */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  const before = page.viewportSize() ?? DESKTOP;
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    const at = `${where} at ${viewport.width}`;
    const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(isWider, `${at} scrolls sideways`).toBe(false);
    await expectNoViolations(page, at);
    await page.emulateMedia({ colorScheme: "dark", forcedColors: "active" });
    // How well they are told apart is the user's choice, which the emulation does not tell axe.
    await expectNoViolation(page, `${at}, with the user's own colours`, { leftOut: COLOUR_RULES });
    await draw(page, at, "forced");
    await page.emulateMedia({ colorScheme: "light", forcedColors: "none" });
  }
  await page.setViewportSize(before);
}

/** The same as the page stands, in the light and the dark theme. */
export async function expectNoViolations(page: Page, where: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectNoViolation(page, `${where}, in the ${colorScheme} theme`, { coloursOnly: colorScheme === "dark" });
    await draw(page, where, colorScheme);
  }
}

interface Looked {
  /** Another theme was looked at before. */
  readonly coloursOnly?: boolean;
  readonly leftOut?: readonly string[];
}

/** Looks at the page as it is. */
export async function expectNoViolation(
  page: Page,
  where: string,
  { coloursOnly = false, leftOut = [] }: Looked = {},
): Promise<void> {
  // One frame, so that nothing has to be gathered in a page of its own.
  const all = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const builder = coloursOnly ? all.withRules([...COLOUR_RULES]) : all.withTags(RULES).disableRules([...leftOut]);
  const { violations, passes, incomplete } = await builder.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  expect(found, where).toEqual([]);
  // Over a dialog's backdrop a contrast stays undecided.
  expect(passes.length + incomplete.length, `rules that looked at ${where}`).toBeGreaterThan(0);
}

/** A picture to be looked at, where `PICTURES` asks for it. */
async function draw(page: Page, where: string, look: string): Promise<void> {
  if (process.env.PICTURES === undefined) return;
  await page.screenshot({ path: test.info().outputPath(`${where} ${look}.png`.replaceAll(/[^\w.]+/g, "-")) });
}
