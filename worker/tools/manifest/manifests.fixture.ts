/** A tool that a sandboxed script runs. */
export const SHOUT_MANIFEST = `[tool]
name = "shout"
version = "1"
description = "Writes a text in capitals."
[args.text]
type = "string"
required = true
[javascript]
source = "return { text: input.text.toUpperCase() }"
[output]
format = "json"
[output.schema]
type = "object"
`;

/** A tool that stands for `lookup_part` of the server "parts", under another name and with another argument. */
export const FIND_PART_MANIFEST = `[tool]
name = "find_part"
version = "1"
description = "Finds the shelf of a part."
[args.name]
type = "string"
required = true
[mcp]
server = "parts"
tool = "lookup_part"
[mcp.field_map]
name = "part"
[output]
format = "json"
[output.schema]
type = "object"
`;
