import { isJsonObject, type JsonValue } from "../../protocol/json.ts";
import type { ToolSpec } from "../../protocol/tool.ts";
import type { ParserOptions } from "../format.ts";
import { member } from "./call-object.ts";
import { resolveReferences } from "./resolve-references.ts";

/** The tools that a parser knows of. */
export class DeclaredTools {
  private readonly tools: ReadonlyMap<string, ToolSpec>;
  private readonly anyName: boolean;

  constructor(options: ParserOptions) {
    this.tools = new Map(options.tools.map((tool) => [tool.name, tool]));
    this.anyName = options.anyName === true;
  }

  /** True when a call of this name counts even where only its name marks it as a call. */
  has(name: string): boolean {
    return this.tools.has(name) || this.anyName;
  }

  get(name: string): ToolSpec | undefined {
    return this.tools.get(name);
  }

  /** The schema of one argument; undefined when it is not declared. */
  argumentSchema(name: string, key: string): JsonValue | undefined {
    const parameters = this.tools.get(name)?.parameters;
    const properties = parameters?.properties;
    const schema = isJsonObject(properties) ? member(properties, key) : undefined;
    return parameters === undefined ? schema : resolveReferences(schema, parameters);
  }

  names(): readonly string[] {
    return [...this.tools.keys()];
  }
}
