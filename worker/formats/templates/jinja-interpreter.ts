import { assertNever } from "../../protocol/assert-never.ts";
import { attributeOf, findFilter, findTest, itemOf } from "./jinja-filters.ts";
import { applyBinary, applyUnary, slice } from "./jinja-operators.ts";
import type { FilterName, IdentifierNode, JinjaExpression, JinjaNode } from "./jinja-tree.ts";
import {
  isEqual,
  isTruthy,
  type NamedArguments,
  type PythonFunction,
  PythonNamespace,
  PythonTuple,
  type PythonValue,
  requireItems,
  toFloat,
  toNumeric,
  toPythonText,
  typeName,
} from "./python-value.ts";

/** Far beyond what a chat of ten thousand messages takes; about two seconds. */
const MAX_STEPS = 3_000_000;
/** A round of a loop makes a scope, and `loop` in it. */
const STEPS_PER_ROUND = 20;
const CHARACTERS_PER_STEP = 1000;
const MAX_CHARACTERS = 20_000_000;
const MAX_ITEMS = 500_000;
const MAX_DEPTH = 64;

/** The names visible at one place of a template. */
export class JinjaScope {
  private readonly names = new Map<string, PythonValue>();
  private readonly outer: JinjaScope | null;
  /** Steps left to the whole template: it comes with a model's file and may never end. */
  private readonly budget: { steps: number };

  constructor(outer: JinjaScope | null) {
    this.outer = outer;
    this.budget = outer?.budget ?? { steps: MAX_STEPS };
  }

  /** Counts one step and its output. Throws when the template has used up its steps, or made too long a text. */
  spend(steps: number, value?: PythonValue): void {
    const isList = Array.isArray(value);
    const size = typeof value === "string" || isList ? value.length : 0;
    this.budget.steps -= steps + size / CHARACTERS_PER_STEP;
    if (this.budget.steps < 0 || size > (isList ? MAX_ITEMS : MAX_CHARACTERS))
      throw new Error("the template takes too much time or memory");
  }

  set(name: string, value: PythonValue): void {
    this.names.set(name, value);
  }

  get(name: string): PythonValue {
    if (this.names.has(name)) return this.names.get(name);
    return this.outer?.get(name);
  }
}

/** Leaves a loop or its current round; `text` is what the round has written so far. */
class LoopSignal extends Error {
  readonly kind: "Break" | "Continue";
  text = "";
  constructor(kind: "Break" | "Continue") {
    super(kind === "Break" ? "'break' outside loop" : "'continue' outside loop");
    this.kind = kind;
  }
}

const NO_NAMES: NamedArguments = new Map();

/**
 * Evaluates a template parsed by `@huggingface/jinja` with the semantics of Jinja2 and Python. The library's own interpreter
 * (0.5.11) differs where chat templates notice: how `None`, booleans, lists and floats are printed, the scope of names set in
 * a loop, keys that are not strings, `map`, `select`, `string` and other filters (docs/tool-call-strategies.md).
 */
export function evaluateTemplate(program: JinjaNode, scope: JinjaScope): string {
  return toPythonText(evaluate(program, scope));
}

function evaluateBody(body: readonly JinjaNode[], scope: JinjaScope): string {
  let text = "";
  for (const node of body) {
    try {
      if (isSilent(node)) evaluate(node, scope);
      else text += toPythonText(evaluate(node, scope));
    } catch (error) {
      if (error instanceof LoopSignal) error.text = text + error.text;
      throw error;
    }
  }
  return text;
}

function isSilent(node: JinjaNode): boolean {
  return node.type === "Set" || node.type === "Macro" || node.type === "Comment";
}

function evaluate(node: JinjaNode, scope: JinjaScope): PythonValue {
  const value = evaluateNode(node, scope);
  scope.spend(1, value);
  return value;
}

function evaluateNode(node: JinjaNode, scope: JinjaScope): PythonValue {
  switch (node.type) {
    case "Program":
      return evaluateBody(node.body, scope);
    case "If":
      return evaluateBody(isTruthy(evaluate(node.test, scope)) ? node.body : node.alternate, scope);
    case "For":
      return evaluateLoop(node, scope);
    case "Break":
    case "Continue":
      throw new LoopSignal(node.type);
    case "Comment":
      return undefined;
    case "Set":
      if (node.value === null) assignBlock(node.assignee, evaluateBody(node.body, scope), scope);
      else assign(node.assignee, evaluate(node.value, scope), scope);
      return undefined;
    case "Macro":
      scope.set(node.name.value, toMacro(node.args, node.body, scope));
      return undefined;
    case "CallStatement":
      return evaluateCallBlock(node, scope);
    case "FilterStatement":
      return applyFilter(node.filter, evaluateBody(node.body, scope), scope);
    default:
      return evaluateExpression(node, scope);
  }
}

function evaluateExpression(node: JinjaExpression, scope: JinjaScope): PythonValue {
  switch (node.type) {
    case "IntegerLiteral":
    case "StringLiteral":
      return node.value;
    case "FloatLiteral":
      return toFloat(node.value);
    case "ArrayLiteral":
      return node.value.map((item) => evaluate(item, scope));
    case "TupleLiteral":
      return new PythonTuple(node.value.map((item) => evaluate(item, scope)));
    case "ObjectLiteral":
      return new Map([...node.value].map(([key, value]) => [evaluate(key, scope), evaluate(value, scope)]));
    case "Identifier":
      return scope.get(node.value);
    case "MemberExpression":
      return evaluateMember(node.object, node.property, node.computed, scope);
    case "CallExpression":
      return toCallable(evaluate(node.callee, scope))(...evaluateArguments(node.args, scope));
    case "UnaryExpression":
      return applyUnary(node.operator.value, evaluate(node.argument, scope));
    case "BinaryExpression":
      return evaluateBinary(node, scope);
    case "FilterExpression":
      return applyFilter(node.filter, evaluate(node.operand, scope), scope);
    case "TestExpression":
      return findTest(node.test.value)(evaluate(node.operand, scope), []) !== node.negate;
    case "SelectExpression":
      return isTruthy(evaluate(node.test, scope)) ? evaluate(node.lhs, scope) : undefined;
    case "Ternary":
      return evaluate(isTruthy(evaluate(node.condition, scope)) ? node.trueExpr : node.falseExpr, scope);
    case "SliceExpression":
    case "KeywordArgumentExpression":
    case "SpreadExpression":
    case "KeywordSpreadExpression":
      throw new Error(`${node.type} cannot stand here`);
    default:
      return assertNever(node);
  }
}

type ForNode = Extract<JinjaNode, { type: "For" }>;

function evaluateLoop(node: ForNode, scope: JinjaScope): string {
  const { iterable } = node;
  return loopOver(node, evaluate(iterable.type === "SelectExpression" ? iterable.lhs : iterable, scope), scope, 1);
}

/** One pass of a loop over `list`; `loop(items)` inside it is the next, one level deeper. */
function loopOver(node: ForNode, list: PythonValue, scope: JinjaScope, depth: number): string {
  const { iterable } = node;
  // Python refuses to loop over `None`; here the loop is empty, for templates that do not check whether tools are given.
  const all = requireItems(list ?? undefined);
  const isTaken = (item: PythonValue, test: JinjaNode): boolean => {
    scope.spend(STEPS_PER_ROUND);
    const inner = new JinjaScope(scope);
    assign(node.loopvar, item, inner);
    return isTruthy(evaluate(test, inner));
  };
  const items = iterable.type === "SelectExpression" ? all.filter((item) => isTaken(item, iterable.test)) : all;
  if (items.length === 0) return evaluateBody(node.defaultBlock, scope);
  let text = "";
  let changing: PythonValue;
  const changed: PythonFunction = (values) => {
    const isSame = changing !== undefined && isEqual(changing, [...values]);
    changing = [...values];
    return !isSame;
  };
  const again: PythonFunction = ([next]) => {
    if (depth >= MAX_DEPTH) throw new Error("the loop calls itself too often");
    return loopOver(node, next, scope, depth + 1);
  };
  for (const [index, item] of items.entries()) {
    scope.spend(STEPS_PER_ROUND);
    const inner = new JinjaScope(scope);
    inner.set("loop", toLoop(items, index, changed, { depth, again }));
    assign(node.loopvar, item, inner);
    try {
      text += evaluateBody(node.body, inner);
    } catch (error) {
      if (!(error instanceof LoopSignal)) throw error;
      text += error.text;
      if (error.kind === "Break") break;
    }
  }
  return text;
}

function toLoop(
  items: readonly PythonValue[],
  index: number,
  changed: PythonFunction,
  { depth, again }: { readonly depth: number; readonly again: PythonFunction },
): PythonNamespace {
  return new PythonNamespace(
    new Map<string, PythonValue>([
      ["index", index + 1],
      ["index0", index],
      ["revindex", items.length - index],
      ["revindex0", items.length - index - 1],
      ["first", index === 0],
      ["last", index === items.length - 1],
      ["length", items.length],
      ["depth", depth],
      ["depth0", depth - 1],
      ["previtem", index === 0 ? undefined : items[index - 1]],
      ["nextitem", items[index + 1]],
      ["cycle", (values) => values[index % Math.max(values.length, 1)]],
      ["changed", changed],
    ]),
    again,
  );
}

/** `{% set x | upper %}…{% endset %}`: the text goes through the filters, the one next to the name first. */
function assignBlock(target: JinjaNode, text: PythonValue, scope: JinjaScope): void {
  const filters: FilterName[] = [];
  let name = target;
  while (name.type === "FilterExpression") {
    filters.unshift(name.filter);
    name = name.operand;
  }
  const filtered = filters.reduce((value, filter) => applyFilter(filter, value, scope), text);
  assign(name, filtered, scope);
}

function assign(target: JinjaNode, value: PythonValue, scope: JinjaScope): void {
  if (target.type === "Identifier") {
    scope.set(target.value, value);
    return;
  }
  if (target.type === "TupleLiteral") {
    const items = requireItems(value);
    if (items.length !== target.value.length) throw new Error(`expected ${target.value.length} values to unpack`);
    for (const [index, inner] of target.value.entries()) assign(inner, items[index], scope);
    return;
  }
  if (target.type !== "MemberExpression") throw new Error("only names can be assigned to");
  const owner = evaluate(target.object, scope);
  const key = target.computed ? evaluate(target.property, scope) : nameOf(target.property);
  if (!(owner instanceof PythonNamespace) || typeof key !== "string") {
    throw new Error("cannot assign attribute on non-namespace object");
  }
  owner.members.set(key, value);
}

function nameOf(node: JinjaNode): PythonValue {
  return node.type === "Identifier" || node.type === "IntegerLiteral" ? node.value : undefined;
}

function evaluateMember(object: JinjaNode, property: JinjaNode, isComputed: boolean, scope: JinjaScope): PythonValue {
  const owner = evaluate(object, scope);
  if (property.type === "SliceExpression") {
    const { start, stop, step } = property;
    const toBound = (bound?: JinjaNode) => (bound === undefined ? null : toNumeric(evaluate(bound, scope)));
    return slice(owner, [toBound(start), toBound(stop), toBound(step)]);
  }
  if (isComputed) return itemOf(owner, evaluate(property, scope));
  const name = nameOf(property);
  return typeof name === "string" ? attributeOf(owner, name) : itemOf(owner, name);
}

function evaluateArguments(
  nodes: readonly JinjaNode[],
  scope: JinjaScope,
): readonly [positional: PythonValue[], named: Map<string, PythonValue>] {
  const positional: PythonValue[] = [];
  const named = new Map<string, PythonValue>();
  for (const node of nodes) {
    if (node.type === "SpreadExpression") {
      positional.push(...requireItems(evaluate(node.argument, scope)));
    } else if (node.type === "KeywordArgumentExpression") {
      named.set(node.key.value, evaluate(node.value, scope));
    } else if (node.type === "KeywordSpreadExpression") {
      const members = evaluate(node.argument, scope);
      if (!(members instanceof Map)) throw new Error("argument after ** must be a mapping");
      for (const [key, value] of members) named.set(toPythonText(key), value);
    } else {
      positional.push(evaluate(node, scope));
    }
  }
  return [positional, named];
}

function toCallable(value: PythonValue): PythonFunction {
  const callee = value instanceof PythonNamespace ? value.callee : value;
  if (typeof callee === "function") return callee;
  throw new Error(`'${typeName(value)}' object is not callable`);
}

function evaluateCallBlock(node: Extract<JinjaNode, { type: "CallStatement" }>, scope: JinjaScope): PythonValue {
  const callee = toCallable(evaluate(node.call.callee, scope));
  const [positional, named] = evaluateArguments(node.call.args, scope);
  named.set("caller", toMacro(node.callerArgs ?? [], node.body, scope));
  return callee(positional, named);
}

function toMacro(parameters: readonly JinjaNode[], body: readonly JinjaNode[], scope: JinjaScope): PythonFunction {
  return (positional, named) => {
    const inner = new JinjaScope(scope);
    const rest = new Map(named);
    inner.set("caller", rest.get("caller"));
    rest.delete("caller");
    const defaults: (readonly [string, JinjaNode])[] = [];
    parameters.forEach((parameter, index) => {
      const [key, fallback] = readParameter(parameter);
      const value = index < positional.length ? positional[index] : rest.get(key.value);
      if (fallback !== null && index >= positional.length && !rest.has(key.value)) defaults.push([key.value, fallback]);
      rest.delete(key.value);
      inner.set(key.value, value);
    });
    inner.set("varargs", new PythonTuple(positional.slice(parameters.length)));
    inner.set("kwargs", new Map(rest));
    for (const [key, fallback] of defaults) inner.set(key, evaluate(fallback, inner));
    return evaluateBody(body, inner);
  };
}

function readParameter(node: JinjaNode): readonly [IdentifierNode, JinjaNode | null] {
  if (node.type === "Identifier") return [node, null];
  if (node.type === "KeywordArgumentExpression") return [node.key, node.value];
  throw new Error("a macro's parameter is not a name");
}

function applyFilter(filter: FilterName, value: PythonValue, scope: JinjaScope): PythonValue {
  if (filter.type === "Identifier") return findFilter(filter.value)(value, [], NO_NAMES);
  if (filter.callee.type !== "Identifier") throw new Error("a filter is a name");
  return findFilter(filter.callee.value)(value, ...evaluateArguments(filter.args, scope));
}

function evaluateBinary(
  { operator, left, right }: Extract<JinjaNode, { type: "BinaryExpression" }>,
  scope: JinjaScope,
): PythonValue {
  const first = evaluate(left, scope);
  if (operator.value === "and") return isTruthy(first) ? evaluate(right, scope) : first;
  if (operator.value === "or") return isTruthy(first) ? first : evaluate(right, scope);
  return applyBinary(operator.value, first, evaluate(right, scope));
}
