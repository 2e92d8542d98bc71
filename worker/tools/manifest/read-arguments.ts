import { defined } from "../../protocol/defined.ts";
import { isJsonArray, type JsonObject } from "../../protocol/json.ts";
import { type ReportFault, Section } from "../toml/read-section.ts";
import {
  ARGUMENT_TYPES,
  type ArgumentDefinition,
  type ArgumentType,
  checkArgument,
  findDefinitionFaults,
  ITEM_TYPES,
  listConstraints,
  toArgumentSchema,
} from "./argument-type.ts";

/** A type of a project's `toolclad.toml`: a built-in one with constraints of its own. */
export interface CustomType {
  readonly base: ArgumentType;
  readonly constraints: JsonObject;
}

/** Named to the author of a wrong type: the others are for special cases and stand in the documentation. */
const SUGGESTED_TYPES: readonly ArgumentType[] = [
  "string",
  "number",
  "integer",
  "boolean",
  "enum",
  "array",
  "object",
  "url",
  "duration",
];

/** The `[args.*]` tables; one with a fault is reported and left out. */
export function readArguments(
  args: Section | undefined,
  customTypes: ReadonlyMap<string, CustomType>,
  report: ReportFault,
): readonly ArgumentDefinition[] {
  return (args?.sections() ?? []).flatMap(([name, section]) => {
    if (!/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name)) section.fault(undefined, `'${name}' is no argument name`);
    return readArgument(name, section, customTypes, report) ?? [];
  });
}

function readArgument(
  name: string,
  section: Section,
  customTypes: ReadonlyMap<string, CustomType>,
  report: ReportFault,
): ArgumentDefinition | undefined {
  const typeName = section.requiredText("type");
  const custom = customTypes.get(typeName);
  const type = custom?.base ?? ARGUMENT_TYPES.find((each) => each === typeName);
  if (type === undefined) {
    if (typeName !== "") section.fault("type", `'${typeName}' is no argument type: ${SUGGESTED_TYPES.join(", ")}`);
    return undefined;
  }
  section.integer("position");
  for (const key of ["allowed", "pattern", "min", "max", "clamp", "schemes", "scope_check", "items"]) {
    if (section.has(key) && !listConstraints(type).includes(key))
      section.fault(key, `${key} does not apply to ${type}`);
  }
  const inherited = new Section(custom?.constraints ?? {}, section.path, report);
  const own = <Value>(read: (from: Section) => Value | undefined): Value | undefined =>
    read(section) ?? read(inherited);
  const sanitize = own((from) => from.texts("sanitize")) ?? [];
  const unknownRule = sanitize.find((rule) => rule !== "injection");
  if (unknownRule !== undefined) section.fault("sanitize", `'${unknownRule}' is no way to sanitize: injection`);
  const description = section.text("description") ?? "";
  if (description.length > 150) section.fault("description", "the description has more than 150 characters");
  const fallback = section.value("default");
  const definition: ArgumentDefinition = {
    name,
    type,
    ...defined({
      default: fallback === undefined ? undefined : toTypedDefault(fallback, type),
      allowed: own((from) => from.texts("allowed")),
      pattern: own((from) => from.text("pattern")),
      min: own((from) => (type === "number" ? from.number("min") : from.integer("min"))),
      max: own((from) => (type === "number" ? from.number("max") : from.integer("max"))),
      items: own((from) => from.choice("items", ITEM_TYPES)),
      schemes: own((from) => from.texts("schemes")),
    }),
    required: (section.boolean("required") ?? false) && fallback === undefined,
    description,
    // These types name a place or a form, in which shell characters are never needed.
    sanitize: sanitize.includes("injection") || ["scope_target", "url", "path", "regex_match"].includes(type),
    clamp: own((from) => from.boolean("clamp")) ?? false,
    scopeCheck: own((from) => from.boolean("scope_check")) ?? false,
  };
  const faults = findDefinitionFaults(definition);
  for (const { key, message } of faults) section.fault(key, message);
  const reason = faults.length > 0 ? undefined : judgeDefault(definition);
  if (reason !== undefined) section.fault("default", `the default ${JSON.stringify(definition.default)} ${reason}`);
  section.reportUnknown();
  return definition;
}

/** ToolClad writes booleans as text in places; every other default has its type in TOML already. */
function toTypedDefault(value: JsonObject[string], type: ArgumentType): JsonObject[string] {
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  return type === "duration" && typeof value === "number" ? String(value) : value;
}

/** Why a definition's default cannot be one; undefined if it can, or if there is none. */
function judgeDefault(definition: ArgumentDefinition): string | undefined {
  const { default: value, type, allowed, min, max, clamp } = definition;
  if (value === undefined) return undefined;
  const wanted = toArgumentSchema(definition).type;
  if ((isJsonArray(value) ? "array" : typeof value) !== (wanted === "integer" ? "number" : wanted))
    return `is no ${type}`;
  // An empty text stands for an absent value.
  if (value === "") return undefined;
  if (allowed !== undefined && !allowed.some((each) => each === value)) return "is not allowed";
  if (typeof value === "number" && !clamp && (value < (min ?? value) || value > (max ?? value)))
    return "is out of bounds";
  const checked = checkArgument(definition, value, undefined);
  return checked.ok ? undefined : checked.message;
}
