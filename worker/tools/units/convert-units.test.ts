import { describe, expect, it } from "vitest";
import { runTool } from "../tool.contract.ts";
import { convertUnits } from "./convert-units.ts";

const convert = (value: number, from: string, to: string) => runTool(convertUnits, { value, from, to });

describe("converting units", () => {
  it.each([
    [10, "miles", "km", "10 miles = 16.09344 kilometers"],
    [1, "mile", "feet", "1 mile = 5280 feet"],
    [5, "lbs", "kg", "5 pounds = 2.26796185 kilograms"],
    [100, "°F", "°C", "100 degrees Fahrenheit = 37.777778 degrees Celsius"],
    [-40, "celsius", "fahrenheit", "-40 degrees Celsius = -40 degrees Fahrenheit"],
    [0, "K", "celsius", "0 kelvin = -273.15 degrees Celsius"],
    [37, "degrees Celsius", "degrees F", "37 degrees Celsius = 98.6 degrees Fahrenheit"],
    [1, "gallon", "litres", "1 US gallon = 3.785411784 liters"],
    [2, "cups", "ml", "2 US cups = 473.176473 milliliters"],
    [100, "km/h", "mph", "100 kilometers per hour = 62.137119 miles per hour"],
    [36, "km/h", "meters per second", "36 kilometers per hour = 10 meters per second"],
    [90, "minutes", "hours", "90 minutes = 1.5 hours"],
    [1, "GB", "Mb", "1 gigabyte = 8000 megabits"],
    [1, "gb", "mb", "1 gigabyte = 1000 megabytes"],
    [1, "GiB", "MB", "1 gibibyte = 1073.741824 megabytes"],
    [1, "acre", "m²", "1 acre = 4046.8564224 square meters"],
    [2, "square feet", "sq. inches", "2 square feet = 288 square inches"],
    [1, "kWh", "joules", "1 kilowatt hour = 3600000 joules"],
    [180, "degrees of arc", "radians", "180 degrees of arc = 3.141593 radians"],
    [1, "light year", "km", "1 light-year = 9460730472580 kilometers"],
    [12, "inches", "foot", "12 inches = 1 foot"],
    [1, "cubic metre", "liters", "1 cubic meter = 1000 liters"],
  ])("%d %s in %s", async (value, from, to, text) => {
    expect(await convert(value, from, to)).toBe(text);
  });

  it.each([
    [1, "miles", "kg", "no conversion exists"],
    [1, "ton", "kg", "tonnes, short tons or long tons"],
    [1, "toString", "kg", "is not a unit known here"],
    [1, "", "kg", "is not a unit known here"],
    [-1, "kelvin", "celsius", "absolute zero"],
  ])("%d %s in %s is refused in a sentence", async (value, from, to, part) => {
    await expect(convert(value, from, to)).rejects.toThrow(part);
  });
});
