import { foldLetters } from "../../search/terms.ts";
import cities from "./cities.json" with { type: "json" };

/** Per zone the cities in it that no zone is named after, and German and Spanish names of cities, without accents. */
const CITIES: Readonly<Record<string, string>> = cities;

/** The zone of a well-known city that no zone is named after in English: by any of its names. */
export function findCityZone(name: string): string | undefined {
  const [place = ""] = name.split(",");
  const city = foldLetters(place.trim()).replaceAll(/\s+/g, " ");
  return Object.keys(CITIES).find((zone) => CITIES[zone]?.split(",").includes(city));
}
