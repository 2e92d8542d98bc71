import { findCityZone } from "./city-names.ts";

/**
 * The IANA time zone that a name means: the name itself in any case, the one zone that is named after the city,
 * or the zone of a well-known city, also by its German or Spanish name. Undefined when there is none, or more than one.
 */
export function findTimeZone(name: string): string | undefined {
  const text = name.trim();
  const direct = resolve(text);
  if (direct !== undefined) return direct;
  const [place = ""] = text.split(",");
  const city = place
    .trim()
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[\s_]+/g, " ");
  const matches = Intl.supportedValuesOf("timeZone").filter((zone) => toCity(zone) === city);
  return matches.length === 1 ? matches[0] : findCityZone(city);
}

function toCity(zone: string): string | undefined {
  return zone.toLowerCase().split("/").at(-1)?.replaceAll("_", " ");
}

function resolve(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
