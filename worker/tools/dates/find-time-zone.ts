import { attempt } from "../../protocol/attempt.ts";

/**
 * The IANA time zone that a name means: the name itself in any case, or the one zone that is named after the city.
 * Undefined when there is none, or more than one.
 */
export function findTimeZone(name: string): string | undefined {
  const text = name.trim();
  const direct = attempt(() => new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone);
  if (direct !== null) return direct;
  const city = text.split(",")[0]?.trim().toLowerCase().replaceAll(/\s+/g, "_");
  const matches = Intl.supportedValuesOf("timeZone").filter((zone) => zone.toLowerCase().split("/").at(-1) === city);
  return matches.length === 1 ? matches[0] : undefined;
}
