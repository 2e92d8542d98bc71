import { addDays, addMonths, addSeconds, type PlainDate } from "./plain-date.ts";

export const DATE_UNITS = ["minutes", "hours", "days", "weeks", "months", "years"] as const;
type DateUnit = (typeof DATE_UNITS)[number];

/** So much later, or earlier by a negative amount. Throws an error for the model where a day would be divided. */
export function moveDate(date: PlainDate, amount: number, unit: DateUnit): PlainDate {
  const [move, size] = STEPS[unit];
  if (move === addSeconds) return amount === 0 ? date : addSeconds(date, amount * size);
  if (!Number.isInteger(amount)) throw new Error(`The amount of ${unit} must be a whole number.`);
  return move(date, amount * size);
}

/** Each unit as so many seconds, days or months. */
const STEPS = {
  minutes: [addSeconds, 60],
  hours: [addSeconds, 3600],
  days: [addDays, 1],
  weeks: [addDays, 7],
  months: [addMonths, 1],
  years: [addMonths, 12],
} as const;
