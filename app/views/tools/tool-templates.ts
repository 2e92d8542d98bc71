/** Files to begin with: each works as it is. */
export const TOOL_TEMPLATES = {
  script: `[tool]
name = "tip"
description = "Works out the tip for a bill."

[args.bill]
type = "number"
required = true
description = "What the bill comes to"

[args.percent]
type = "number"
default = 10
description = "How many percent to give"

[javascript]
source = '''
const tip = (input.bill * input.percent) / 100;
return "The tip is " + tip.toFixed(2) + ", together " + (input.bill + tip).toFixed(2) + ".";
'''
`,
  fetch: `[tool]
name = "wikipedia"
description = "Looks up a subject in Wikipedia and gives its summary."

[args.subject]
type = "string"
required = true
description = "Title of the article, such as Lighthouse"

[http]
method = "GET"
url = "https://en.wikipedia.org/api/rest_v1/page/summary/{subject}"

[output]
format = "json"
`,
  flow: `[flow]
name = "greeter"
description = "Greets, and answers nothing else."
start = "check"

[node.check]
type = "guardrail"
allow = ["hello", "hi", "good morning"]
pass = "greet"
block = "refuse"

[node.greet]
type = "generate"
instructions = "Greet back in one short sentence."
temperature = 0.5
next = "end"

[node.refuse]
type = "canned"
text = "I only greet. Say hello!"
next = "end"
`,
} as const;

export const TEMPLATE_NAMES = Object.keys(TOOL_TEMPLATES) as (keyof typeof TOOL_TEMPLATES)[];
