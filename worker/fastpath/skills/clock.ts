import { findCityZone } from "../../tools/dates/city-names.ts";
import { findTimeZone } from "../../tools/dates/find-time-zone.ts";
import { type Language, listEntries } from "../language.ts";
import { fillTemplate, type Reader, readWords } from "../pattern.ts";
import { matchQuestion, type Skill, toResultText } from "../skill.ts";
import { sliceTokens } from "../tokens.ts";

const TOOL = "current_time";
const MAX_PLACE_WORDS = 3;

/** The time here or in a city: "What time is it in Tokyo?" */
export const clock: Skill = {
  name: "clock",
  read: ({ text }, language) => {
    const { ask, here, there } = language.clock;
    for (const bindings of matchQuestion(text, ask, { place: createPlaceReader(language) }, language)) {
      const place = bindings.get("place");
      return {
        calls: [{ name: TOOL, input: place === undefined ? {} : { time_zone: place.value } }],
        tell: ([record]) => {
          const time = /(\d{2}:\d{2}):\d{2}/u.exec(toResultText(record) ?? "")?.[1];
          if (time === undefined) return null;
          return fillTemplate(place === undefined ? here : there, { time, place: place?.said ?? "" });
        },
      };
    }
    return null;
  },
};

/** Reads a city; its value is the time zone. */
function createPlaceReader({ clock: { cities } }: Language): Reader {
  const readCity = readWords(listEntries(cities));
  return function* (tokens, from) {
    yield* readCity(tokens, from);
    for (let end = Math.min(tokens.list.length, from + MAX_PLACE_WORDS); end > from; end -= 1) {
      const said = sliceTokens(tokens, from, end);
      // Names such as "GMT" or "EST" are zones, and no cities.
      const zone = said.length > 3 ? (findTimeZone(said) ?? findCityZone(said)) : undefined;
      if (zone !== undefined) yield { end, value: zone };
    }
  };
}
