import { findCityZone } from "../../tools/dates/city-names.ts";
import { findTimeZone } from "../../tools/dates/find-time-zone.ts";
import { readNames } from "../../tools/grammar/pattern.ts";
import { findPlan, planCall, type Skill } from "../skill.ts";

/** The time here or in a city: "What time is it in Tokyo?" */
export const clock: Skill = {
  name: "clock",
  read: ({ text }, language) => {
    return findPlan(text, language.clock, { place: readNames([], findZone) }, language, (bindings) => {
      const place = bindings.get("place");
      return planCall("current_time", place === undefined ? {} : { time_zone: place.value }, (result) => {
        const time = /(\d{2}:\d{2}):\d{2}/u.exec(result)?.[1];
        if (time === undefined) return null;
        return place === undefined ? `**${time}**` : `${place.said}: **${time}**`;
      });
    });
  },
};

/** The time zone of a city. Names such as "GMT" or "EST" are zones, and no cities. */
function findZone(said: string): string | undefined {
  return said.length > 3 ? (findTimeZone(said) ?? findCityZone(said)) : undefined;
}
