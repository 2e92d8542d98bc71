/** The calls of a kept session of the old form (`function_call`), whose calls have no ids, with their results. */
export const OLD_MESSAGES = (
  [
    ["stringLength", { s: "hello" }, "5"],
    ["stringLength", { s: "world" }, "5"],
    ["add", { a: 5, b: 5 }, "10"],
    ["sqrt", { x: 10 }, "3.1622776601683795"],
  ] as const
).flatMap(([name, args, content]) => [
  { role: "assistant", content: null, function_call: { name, arguments: JSON.stringify(args) } },
  { role: "function", name, content },
]);
