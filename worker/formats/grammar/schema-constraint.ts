import type { JsonSchema } from "../../protocol/json.ts";
import { type OutputConstraint, toConstraint } from "../output-constraint.ts";
import { toSchemaGrammar } from "./json-schema-to-gbnf.ts";

/** Holds a whole output to one JSON value of a schema. */
export function toSchemaConstraint(schema: JsonSchema): OutputConstraint {
  return toConstraint("forced", toSchemaGrammar(schema), { type: "json_schema", json_schema: schema });
}
