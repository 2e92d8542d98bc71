import { expect, it } from "vitest";
import { decodeValue } from "./decode-value.ts";

it.each([
  ["cGluIGNvZGUgNDcxMQ==", "pin code 4711"],
  ["cGluIGNvZGUgNDcxMQ", "pin code 4711"],
  ["cGluIGNv\nZGUgNDcxMQ==", "pin code 4711"],
  ["70696e20636f64652034373131", "pin code 4711"],
  ["https://x.example/?q=pin%20code%204711", "https://x.example/?q=pin code 4711"],
  ["Y0dsdUlHTnZaR1VnTkRjeE1RPT0=", "pin code 4711"],
])("readable text is found in %j", (text, inside) => {
  expect(decodeValue(text)).toBe(inside);
});

it.each(["", "Buy milk", "100% sure", "bananas", "The ferry leaves at 7:40.", "0123", "deadbeef", "50%"])(
  "%j is nothing but what it says",
  (text) => {
    expect(decodeValue(text)).toBeNull();
  },
);
