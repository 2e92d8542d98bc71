/**
 * The nodes that the parser of `@huggingface/jinja` 0.5 makes, as far as they are evaluated here. The library exports its
 * parser but not the types of the tree.
 */
export type JinjaNode = JinjaStatement | JinjaExpression;

type Node<Type extends string, Fields> = { readonly type: Type } & Readonly<Fields>;
type Body = readonly JinjaNode[];

type JinjaStatement =
  | Node<"Program", { body: Body }>
  | Node<"If", { test: JinjaNode; body: Body; alternate: Body }>
  | Node<"For", { loopvar: JinjaNode; iterable: JinjaNode; body: Body; defaultBlock: Body }>
  | Node<"Break" | "Continue" | "Comment", object>
  | Node<"Set", { assignee: JinjaNode; value: JinjaNode | null; body: Body }>
  | Node<"Macro", { name: IdentifierNode; args: Body; body: Body }>
  | Node<"CallStatement", { call: CallNode; callerArgs: Body | null; body: Body }>
  | Node<"FilterStatement", { filter: FilterName; body: Body }>;

/** A node that has a value. */
export type JinjaExpression =
  | CallNode
  | IdentifierNode
  | Node<"MemberExpression", { object: JinjaNode; property: JinjaNode; computed: boolean }>
  | Node<"IntegerLiteral" | "FloatLiteral", { value: number }>
  | Node<"StringLiteral", { value: string }>
  | Node<"ArrayLiteral" | "TupleLiteral", { value: Body }>
  | Node<"ObjectLiteral", { value: ReadonlyMap<JinjaNode, JinjaNode> }>
  | Node<"BinaryExpression", { operator: { readonly value: string }; left: JinjaNode; right: JinjaNode }>
  | Node<"FilterExpression", { operand: JinjaNode; filter: FilterName }>
  | Node<"SelectExpression", { lhs: JinjaNode; test: JinjaNode }>
  | Node<"TestExpression", { operand: JinjaNode; negate: boolean; test: IdentifierNode }>
  | Node<"UnaryExpression", { operator: { readonly value: string }; argument: JinjaNode }>
  | Node<"SliceExpression", { start?: JinjaNode; stop?: JinjaNode; step?: JinjaNode }>
  | Node<"KeywordArgumentExpression", { key: IdentifierNode; value: JinjaNode }>
  | Node<"SpreadExpression" | "KeywordSpreadExpression", { argument: JinjaNode }>
  | Node<"Ternary", { condition: JinjaNode; trueExpr: JinjaNode; falseExpr: JinjaNode }>;

/** A name. */
export type IdentifierNode = Node<"Identifier", { value: string }>;

/** A call with its arguments. */
export type CallNode = Node<"CallExpression", { callee: JinjaNode; args: Body }>;

/** A filter, with or without arguments. */
export type FilterName = IdentifierNode | CallNode;

/** True for a tagged object, as all nodes of the parser are. */
export function isJinjaNode(value: unknown): value is JinjaNode {
  return typeof value === "object" && value !== null && "type" in value;
}
