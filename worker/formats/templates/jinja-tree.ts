/**
 * The nodes that the parser of `@huggingface/jinja` 0.5 makes, as far as they are evaluated here. The library exports its
 * parser but not the types of the tree.
 */
export type JinjaNode = JinjaStatement | JinjaExpression;

type JinjaStatement =
  | { readonly type: "Program"; readonly body: readonly JinjaNode[] }
  | {
      readonly type: "If";
      readonly test: JinjaNode;
      readonly body: readonly JinjaNode[];
      readonly alternate: readonly JinjaNode[];
    }
  | {
      readonly type: "For";
      readonly loopvar: JinjaNode;
      readonly iterable: JinjaNode;
      readonly body: readonly JinjaNode[];
      readonly defaultBlock: readonly JinjaNode[];
    }
  | { readonly type: "Break" | "Continue" | "Comment" }
  | {
      readonly type: "Set";
      readonly assignee: JinjaNode;
      readonly value: JinjaNode | null;
      readonly body: readonly JinjaNode[];
    }
  | {
      readonly type: "Macro";
      readonly name: IdentifierNode;
      readonly args: readonly JinjaNode[];
      readonly body: readonly JinjaNode[];
    }
  | {
      readonly type: "CallStatement";
      readonly call: CallNode;
      readonly callerArgs: readonly JinjaNode[] | null;
      readonly body: readonly JinjaNode[];
    }
  | { readonly type: "FilterStatement"; readonly filter: FilterName; readonly body: readonly JinjaNode[] };

/** A node that has a value. */
export type JinjaExpression =
  | {
      readonly type: "MemberExpression";
      readonly object: JinjaNode;
      readonly property: JinjaNode;
      readonly computed: boolean;
    }
  | CallNode
  | IdentifierNode
  | { readonly type: "IntegerLiteral" | "FloatLiteral"; readonly value: number }
  | { readonly type: "StringLiteral"; readonly value: string }
  | { readonly type: "ArrayLiteral" | "TupleLiteral"; readonly value: readonly JinjaNode[] }
  | { readonly type: "ObjectLiteral"; readonly value: ReadonlyMap<JinjaNode, JinjaNode> }
  | {
      readonly type: "BinaryExpression";
      readonly operator: { readonly value: string };
      readonly left: JinjaNode;
      readonly right: JinjaNode;
    }
  | { readonly type: "FilterExpression"; readonly operand: JinjaNode; readonly filter: FilterName }
  | { readonly type: "SelectExpression"; readonly lhs: JinjaNode; readonly test: JinjaNode }
  | {
      readonly type: "TestExpression";
      readonly operand: JinjaNode;
      readonly negate: boolean;
      readonly test: IdentifierNode;
    }
  | {
      readonly type: "UnaryExpression";
      readonly operator: { readonly value: string };
      readonly argument: JinjaNode;
    }
  | {
      readonly type: "SliceExpression";
      readonly start?: JinjaNode;
      readonly stop?: JinjaNode;
      readonly step?: JinjaNode;
    }
  | { readonly type: "KeywordArgumentExpression"; readonly key: IdentifierNode; readonly value: JinjaNode }
  | { readonly type: "SpreadExpression" | "KeywordSpreadExpression"; readonly argument: JinjaNode }
  | {
      readonly type: "Ternary";
      readonly condition: JinjaNode;
      readonly trueExpr: JinjaNode;
      readonly falseExpr: JinjaNode;
    };

/** A name. */
export interface IdentifierNode {
  readonly type: "Identifier";
  readonly value: string;
}

/** A call with its arguments. */
export interface CallNode {
  readonly type: "CallExpression";
  readonly callee: JinjaNode;
  readonly args: readonly JinjaNode[];
}

/** A filter, with or without arguments. */
export type FilterName = IdentifierNode | CallNode;

/** True for a tagged object, as all nodes of the parser are. */
export function isJinjaNode(value: unknown): value is JinjaNode {
  return typeof value === "object" && value !== null && "type" in value;
}
