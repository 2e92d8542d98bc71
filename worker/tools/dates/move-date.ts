import { addDays, addMonths, addSeconds, type PlainDate } from "./plain-date.ts";

export const DATE_UNITS = ["minutes", "hours", "days", "weeks", "months", "years"] as const;
type DateUnit = (typeof DATE_UNITS)[number];

/** So much later, or earlier by a negative amount. Throws an error for the model where a day would be divided. */
export function moveDate(date: PlainDate, amount: number, unit: DateUnit): PlainDate {
  switch (unit) {
    case "minutes":
      return amount === 0 ? date : addSeconds(date, amount * 60);
    case "hours":
      return amount === 0 ? date : addSeconds(date, amount * 3600);
    case "days":
      return addDays(date, toWhole(amount, unit));
    case "weeks":
      return addDays(date, 7 * toWhole(amount, unit));
    case "months":
      return addMonths(date, toWhole(amount, unit));
    case "years":
      return addMonths(date, 12 * toWhole(amount, unit));
  }
}

function toWhole(amount: number, unit: DateUnit): number {
  if (!Number.isInteger(amount)) throw new Error(`The amount of ${unit} must be a whole number.`);
  return amount;
}
