import { describe, expect, it } from "vitest";
import { createJinjaRenderer } from "./jinja-template.ts";

function render(source: string): string {
  return createJinjaRenderer(source)({ messages: [], tools: [], options: {}, now: new Date(0) });
}

/** Templates, and what Jinja2 3.1 in the environment of `apply_chat_template` makes of them. */
const TABLE: readonly (readonly [template: string, text: string])[] = [
  ['{{ "it\'s" ~ 1 ~ none ~ true }} {{ ["it\'s", \'q"\', "a\\nb"] }}', "it's1NoneTrue [\"it's\", 'q\"', 'a\\nb']"],
  ["{{ ['a\u2028b\u00a0c\u00e9 \ud83d\ude00 \u200b'] }}", "['a\\u2028b\\xa0c\u00e9 \ud83d\ude00 \\u200b']"],
  // Every expectation of these is what Jinja2 3.1.6 writes.
  [
    "{{ 9 is divisibleby 3 }}{{ 9 is divisibleby(2) }}{{ 3 is in [1, 3] }}{{ 3 is not in [1, 3] }}",
    "TrueFalseTrueFalse",
  ],
  ["{% if x.y is eq 'a' %}y{% else %}n{% endif %}{{ 5 is gt(3) and 1 is lt [2][0] }}", "nTrue"],
  ["{{ 'a' 'b' }}{{ '{:,}|{:>4}|{:03d}|{:.1f}'.format(12345, 'a', 7, 2.26) }}", "ab12,345|   a|007|2.3"],
  ["{{ '%03d|%5.1f|%-3s|%x' % (7, 3.14159, 'a', 255) }}", "007|  3.1|a  |ff"],
  ['a {% raw %}{{ x }} "q"\n{% endraw %}b', 'a {{ x }} "q"\nb'],
  ["{% with a = 1, b = 'x, y' %}{{ a }}{{ b }}{% endwith %}{{ a is defined }}", "1x, yFalse"],
  ["{% block one %}in{% endblock %}{% block two %}side{% endblock two %}", "inside"],
  ["{% macro f(name) %}Hi {{ name }}{% endmacro %}{{ f('W') }}", "Hi W"],
  ["{% for x in [1, [2, [3]]] recursive %}{{ x if x is number else loop(x) }};{% endfor %}", "1;2;3;;;"],
  [
    "{% for x in [{'n': 1, 'c': [{'n': 2}]}] recursive %}{{ loop.depth }}{{ x.n }}{{ loop(x.c) if x.c }}{% endfor %}",
    "1122",
  ],
  ["{% set x | replace('a', 'b') | upper %}abc{% endset %}[{{ x }}]", "[BBC]"],
  ["{% set j = joiner('; ') %}{% for i in range(3) %}{{ j() }}{{ i }}{% endfor %}", "0; 1; 2"],
  ["{% set c = cycler('a', 'b') %}{{ c.next() }}{{ c.next() }}{{ c.next() }}{{ c.current }}", "abab"],
  ["{{ '11' | int(base=2) }}{{ '0x1f' | int(0, 16) }}{{ 'x' | int(5, 16) }}", "3315"],
  ["{{ 'trim' is filter }}{{ 'odd' is test }}{{ 'nosuch' is filter }}", "TrueTrueFalse"],
  ["x\n  {%+ if true %}y{% endif +%}\nz", "x\n  y\nz"],
  ["{{ [[1], [2]] | sum(start=[]) }}{{ [1, 2] | sum(start=10) }}{{ 2.1 | round(method='ceil') }}", "[1, 2]133.0"],
  ["{% set ns = namespace(x=1, y=[]) %}{% for i in range(3) %}{% set ns.x = ns.x + i %}{% endfor %}{{ ns.x }}", "4"],
  ["{% set x = 1 %}{% for i in range(3) %}{% set x = x + i %}{{ x }}{% endfor %}{{ x }}", "1231"],
  [
    "{% for i in range(5) %}{% if i == 3 %}{% break %}{% endif %}{% if i == 1 %}{% continue %}{% endif %}a{{ i }}{% endfor %}",
    "a0a2",
  ],
  ["{% for i in range(5) %}x{% if i == 2 %}{{ i }}{% break %}{% endif %}y{% endfor %}", "xyxyx2"],
  ["{% for i in [] %}a{% else %}none{% endfor %}", "none"],
  [
    "{% for i in [1,2,3] if i != 2 %}{{ loop.index }}/{{ loop.length }}{{ loop.last }} {% endfor %}",
    "1/2False 2/2True ",
  ],
  ["{% for k, v in {'a':1,'b':2}.items() %}{{ k }}={{ v }},{% endfor %}", "a=1,b=2,"],
  ["{% for k in {'a':1,'b':2} %}{{ k }}{% endfor %}", "ab"],
  [
    "{{ 'a b  c'.split() }} {{ 'a,b,c'.split(',') }} {{ 'a,b,c'.split(',', 1) }} {{ 'a,b,c'.rsplit(',', 1) }}",
    "['a', 'b', 'c'] ['a', 'b', 'c'] ['a', 'b,c'] ['a,b', 'c']",
  ],
  ["{{ '  x '.strip() }}|{{ 'xxaxx'.strip('x') }}|{{ 'xxaxx'.lstrip('x') }}|{{ 'xxaxx'.rstrip('x') }}", "x|a|axx|xxa"],
  [
    "{{ 'abc'[1:] }} {{ 'abc'[::-1] }} {{ 'abc'[-1] }} {{ [1,2,3,4][1:3] }} {{ [1,2,3][::-1] }} {{ [1,2,3][-2:] }}",
    "bc cba c [2, 3] [3, 2, 1] [2, 3]",
  ],
  [
    "{{ 'hello world'.title() }} {{ \"it's\".title() }} {{ 'hELLO'.capitalize() }} {{ 'Abc'.upper() }} {{ 'abc'|title }}",
    "Hello World It'S Hello ABC Abc",
  ],
  ["{{ 'a-b'.replace('-', '+') }} {{ 'aaa'.replace('a','b',2) }} {{ 'aaa'|replace('a','b') }}", "a+b bba bbb"],
  ["{{ 'a' in 'abc' }} {{ 'x' not in ['a'] }} {{ 1 in [1,2] }} {{ 'k' in {'k':1} }}", "True True True True"],
  [
    "{{ [3,1,2]|sort }} {{ ['b','A']|sort }} {{ [3,1,2]|sort(reverse=true) }} {{ [1,2]|sum }} {{ [1,2]|max }} {{ [1,2]|min }}",
    "[1, 2, 3] ['A', 'b'] [3, 2, 1] 3 2 1",
  ],
  [
    "{{ {'b':1,'a':2}|dictsort }} {{ {'b':1,'a':2}|items|list }} {{ {'b':1}|length }} {{ {'b':1}.keys()|list }}",
    "[('a', 2), ('b', 1)] [('b', 1), ('a', 2)] 1 ['b']",
  ],
  [
    "{{ [{'a':1},{'a':2},{'b':3}]|selectattr('a','defined')|map(attribute='a')|list }} {{ [{'a':1},{'a':2}]|rejectattr('a','equalto',1)|list }}",
    "[1, 2] [{'a': 2}]",
  ],
  [
    "{{ ['a','b']|map('upper')|join('-') }} {{ [1,2]|join(',') }} {{ 'abc'|join('.') }} {{ [0,1,none]|select|list }}",
    "A-B 1,2 a.b.c [1]",
  ],
  [
    "{{ {'a':'é','b':[1,2],'c':{}}|tojson }} {{ {'a':'é'}|tojson(ensure_ascii=true) }} {{ {'b':1,'a':2}|tojson(sort_keys=true) }}",
    '{"a": "é", "b": [1, 2], "c": {}} {"a": "\\u00e9"} {"a": 2, "b": 1}',
  ],
  [
    "{{ {'a':[1,{'b':2}],'c':[],'d':{}}|tojson(indent=2) }}",
    '{\n  "a": [\n    1,\n    {\n      "b": 2\n    }\n  ],\n  "c": [],\n  "d": {}\n}',
  ],
  [
    "{{ {'a':[1,2]}|tojson(separators=(',',':')) }} {{ \"a\\\"b\\\\c\\n\"|tojson }} {{ 1.0|tojson }} {{ none|tojson }} {{ true|tojson }}",
    '{"a":[1,2]} "a\\"b\\\\c\\n" 1.0 null true',
  ],
  [
    "{{ 'a'|default('x') }} {{ foo|default('x') }} {{ ''|default('x', true) }} {{ none|default('x') }} {{ foo|d('y') }}",
    "a x x None y",
  ],
  [
    "{{ foo is defined }} {{ none is none }} {{ 'a' is string }} {{ 1 is number }} {{ true is boolean }} {{ {} is mapping }} {{ [] is iterable }} {{ 'a' is iterable }} {{ {} is sequence }} {{ 'x' is sequence }} {{ 1 is integer }} {{ 1.5 is float }} {{ true is number }} {{ foo is undefined }}",
    "False True True True True True True True True True True True True True",
  ],
  [
    "{{ 3 is odd }} {{ 4 is even }} {{ 'a' is lower }} {{ foo is iterable }} {{ range is callable }}",
    "True True True True True",
  ],
  [
    "{% macro m(a, b='x', c=none) %}[{{ a }}{{ b }}{{ c }}]{% endmacro %}{{ m(1) }}{{ m(1, c=3) }}{{ m('a','b') }}",
    "[1xNone][1x3][abNone]",
  ],
  ["{% macro w(t) %}<{{ caller() }}{{ t }}>{% endmacro %}{% call w('z') %}in{% endcall %}", "<inz>"],
  ["{% set b %}text {{ 1 }}{% endset %}[{{ b }}]", "[text 1]"],
  ["{% filter upper %}abc{% endfilter %}", "ABC"],
  [
    "{{ 'yes' if true else 'no' }} {{ 'yes' if false }} {{ not true }} {{ true and 'a' or 'b' }} {{ 0 or 'z' }} {{ '' and 'q' }}",
    "yes  False a z ",
  ],
  [
    "{{ 1 == 1.0 }} {{ '1' == 1 }} {{ [1] == [1] }} {{ none == false }} {{ true == 1 }} {{ {'a':1} == {'a':1} }}",
    "True False True False True True",
  ],
  [
    "{{ [1] + [2] }} {{ 'a' * 3 }} {{ 'a' 'b' }} {{ 'x%sy%d' % ('a', 2) }} {{ '%s' % 'q' }} {{ '%s-%s'|format('a',1) }} {{ '{}-{}'.format(1,'b') }}",
    "[1, 2] aaa ab xay2 q a-1 1-b",
  ],
  [
    "{{ 'line1\\nline2\\n\\nx'|indent }}|{{ 'a\\nb'|indent(2, true) }}|{{ 'a\\nb'|indent(width=3, first=true) }}",
    "line1\n    line2\n\n    x|  a\n  b|   a\n   b",
  ],
  [
    "{{ '  a '|trim }}|{{ 'xax'|trim('x') }}|{{ 'abc'|first }}{{ [1,2]|last }}|{{ [1,2]|reverse|list }}|{{ 'abc'|reverse }}",
    "a|a|a2|[2, 1]|cba",
  ],
  [
    "{{ '12'|int + 1 }} {{ 'x'|int }} {{ 'x'|int(5) }} {{ '1.5'|float }} {{ 3|float }} {{ 3.7|int }} {{ 2.5|round }} {{ 2.567|round(2) }} {{ -3|abs }}",
    "13 0 5 1.5 3.0 3 2.0 2.57 3",
  ],
  [
    "{{ [1,1,2]|unique|list }} {{ 'a<b>&\"'|e }} {{ [1,2,3,4,5]|batch(2)|list }} {{ 'abc'|length }} {{ 'a b'|wordcount }}",
    "[1, 2] a&lt;b&gt;&amp;&#34; [[1, 2], [3, 4], [5]] 3 2",
  ],
  [
    "{{ {'items': 5}['items'] }} {{ {'a':1}.get('b') }} {{ {'a':1}.get('b', 2) }} {{ {'a':1}['b'] }} {{ {1:'x'}[1] }}",
    "5 None 2  x",
  ],
  ["{%- set t = 'a' -%}  {{- t -}}   b", "ab"],
  ["{% if true -%}   x   {%- endif %} y", "x y"],
  ["  line", "  line"],
  ["end", "end"],
  ["{# comment #}a{#- c -#} b", "ab"],
  [
    "{{ 'abc'.startswith('a') }} {{ 'abc'.endswith(('c','d')) }} {{ 'abc'.find('c') }} {{ 'a1'.isalnum() }} {{ '12'.isdigit() }} {{ 'aXbX'.count('X') }}",
    "True True 2 True True 2",
  ],
  [
    "{{ 'a\\n\\nb'.splitlines() }} {{ 'k: v'.partition(': ') }} {{ 'x.y'.removesuffix('.y') }} {{ '-'.join(['a','b']) }}",
    "['a', '', 'b'] ('k', ': ', 'v') x a-b",
  ],
  ["{{ raise_exception('no') if false else 'ok' }}", "ok"],
  [
    "{% for a in [[1,2],[3,4]] %}{% for b in a %}{{ loop.index }}{{ b }}{% endfor %}{{ loop.index }};{% endfor %}",
    "11221;13242;",
  ],
  ["{% for x in 'ab' %}{{ x }}{{ loop.cycle('o','e') }}{{ loop.previtem }}{{ loop.nextitem }}{% endfor %}", "aobbea"],
  [
    "{{ [1,2,3]|map('string')|list }} {{ ['a', none, 'b']|select('string')|list }} {{ [1,2,3]|select('odd')|list }} {{ [1,2,3]|reject('eq', 2)|list }}",
    "['1', '2', '3'] ['a', 'b'] [1, 3] [1, 3]",
  ],
  ["{{ 'ünï'|upper }} {{ '日本語'|length }} {{ '😀a'|length }} {{ '😀a'[0] }}", "ÜNÏ 3 2 😀"],
  ["{{ 'a' ~ ['b'] }} {{ \"x\" ~ {'a': none} }} {{ 1 ~ 2 }} {{ 1.5 ~ '' }}", "a['b'] x{'a': None} 12 1.5"],
  [
    "{{ {'a': {'b': [1]}}['a']['b'][0] }} {{ {'a':1}|string }} {{ ['a']|string }} {{ none|string }} {{ true|string }} {{ 1.0|string }}",
    "1 {'a': 1} ['a'] None True 1.0",
  ],
  [
    "{{ 'abc'|list }} {{ {'a':1}|list }} {{ (1,2)|list }} {{ dict(a=1, b=2) }} {{ range(3)|list }} {{ range(1,6,2)|list }}",
    "['a', 'b', 'c'] ['a'] [1, 2] {'a': 1, 'b': 2} [0, 1, 2] [1, 3, 5]",
  ],
  ["{% set a, b = 1, 2 %}{{ a }}{{ b }}", "12"],
  ["{% set a = [1,2] %}{{ a[5] is defined }}{{ a[0:10] }}", "False[1, 2]"],
  ["{{ [['a',1],['b',2]]|map(attribute=0)|list }} {{ [{'x':{'y':1}}]|map(attribute='x.y')|list }}", "['a', 'b'] [1]"],
  ["{{ [{'k':'b','v':1},{'k':'a','v':2},{'k':'b','v':3}]|groupby('k')|list|length }}", "2"],
  [
    '{{ "tab\\there" }} {{ \'sl\\\\ash\' }} {{ "q\\"uote" }} {{ \'new\\nline\' }}',
    'tab\there sl\\ash q"uote new\nline',
  ],
  ["a{% if false %}b{% elif true %}c{% else %}d{% endif %}e", "ace"],
  [
    "{{ 'a'|upper|lower|replace('a','b')|trim }} {{ ('a' ~ 'b')|upper }} {{ -1|abs }} {{ 'x' ~ 1|string }}",
    "b AB 1 x1",
  ],
  ["{{ [1,2,3]|tojson(indent=4) }}", "[\n    1,\n    2,\n    3\n]"],
  [
    "{{ '' is none }} {{ none is defined }} {{ ''|length == 0 }} {{ [none]|tojson }} {{ {}|tojson }} {{ []|tojson(indent=2) }}",
    "False True True [null] {} []",
  ],
  [
    "{{ ['x']*2 }} {{ 'x' in none if false else 1 }} {{ 5 // 2 * 2 }} {{ 5 / 2 }} {{ 2 ** -1 }}",
    "['x', 'x'] 1 4 2.5 0.5",
  ],
  ["  {% if true %}\n  a\n  {% endif %}\n  b\n", "  a\n  b"],
  ["{% for i in range(2) %}\n- {{ i }}\n{% endfor %}\nz", "- 0\n- 1\nz"],
  ["{{ 'a' }}\n\n{{ 'b' }}\n", "a\n\nb"],
  ["x\n  {#- c #}\n y", "x y"],
];

describe("a template's evaluation", () => {
  it.each(TABLE)("gives what Jinja2 gives: %s", (template, text) => {
    expect(render(template)).toBe(text);
  });

  it("runs no round of a loop over what is none, for templates that never ask whether there are tools", () => {
    expect(render("[{% for tool in tools %}x{% endfor %}{{ tools | length }}]")).toBe("[0]");
  });

  it("knows the tokens and the generation prompt when nothing says what they are", () => {
    expect(render("[{{ bos_token + 'x' + eos_token }}{{ add_generation_prompt }}]")).toBe("[xFalse]");
  });

  it.each([
    ["{{ 'a' + none }}", "unsupported operand"],
    ["{{ 'a' + 1 }}", "unsupported operand"],
    ["{{ nothing() }}", "not callable"],
    ["{{ 'a' | nothing }}", "No filter named"],
    ["{{ 'a' is nothing }}", "No test named"],
    ["{{ 1 / 0 }}", "division by zero"],
    ["{% set a, b = [1] %}", "values to unpack"],
    ["{% set messages.a = 1 %}", "cannot assign attribute"],
    ["{{ ''.split('') }}", "empty separator"],
    ["{% break %}", "outside loop"],
    ["{{ raise_exception('Only users speak here') }}", "Only users speak here"],
  ])("refuses what Jinja2 refuses: %s", (template, reason) => {
    expect(() => render(template)).toThrow(reason);
  });
});

it.each([
  ["loops in loops", "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}"],
  [
    "a text that doubles",
    "{% set ns = namespace(x='ab') %}{% for i in range(60) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}",
  ],
  [
    "a list that doubles",
    "{% set ns = namespace(x=[1]) %}{% for i in range(60) %}{% set ns.x = ns.x + ns.x %}{% endfor %}",
  ],
])(
  "ends a template with %s",
  (_, template) => {
    expect(() => render(template)).toThrow("too much time or memory");
  },
  20_000,
);
