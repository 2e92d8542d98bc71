import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import type { RemovableRoom } from "./removable-rooms.ts";

/** Takes a room out of a copy of the tree. Throws for a path or a beginning that is not there. */
export function removeRoom(root: string, { paths, cuts }: RemovableRoom): void {
  for (const path of paths) {
    if (!existsSync(join(root, path))) throw new Error(`There is no ${path}.`);
    rmSync(join(root, path), { recursive: true });
  }
  for (const [file, beginnings] of Object.entries(cuts)) {
    const path = join(root, file);
    writeFileSync(path, cutPieces(readFileSync(path, "utf8"), beginnings));
  }
}

/**
 * The code without the pieces that begin so: statements, or entries of a list, an object or a call, each with its comma.
 * Throws unless a beginning fits exactly one.
 */
export function cutPieces(code: string, beginnings: readonly string[]): string {
  return beginnings.reduce((left, beginning) => {
    const found = findPieces(left, beginning);
    const [piece] = found;
    if (piece === undefined || found.length > 1) {
      throw new Error(`${found.length} pieces begin with ${JSON.stringify(beginning)}; it must be one.`);
    }
    return left.slice(0, piece.start) + left.slice(piece.end);
  }, code);
}

interface Piece {
  readonly start: number;
  readonly end: number;
}

function findPieces(code: string, beginning: string): readonly Piece[] {
  const source = ts.createSourceFile("cut.ts", code, ts.ScriptTarget.Latest, true);
  const found: Piece[] = [];
  const visit = (node: ts.Node): void => {
    if (isPiece(node) && code.startsWith(beginning, node.getStart())) {
      const comma = /^\s*,/.exec(code.slice(node.end));
      found.push({ start: node.getFullStart(), end: node.end + (comma?.[0].length ?? 0) });
      return;
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return found;
}

function isPiece(node: ts.Node): boolean {
  if (ts.isStatement(node) || ts.isObjectLiteralElement(node)) return true;
  const { parent } = node;
  return (
    (ts.isArrayLiteralExpression(parent) && parent.elements.some((element) => element === node)) ||
    (ts.isCallExpression(parent) && parent.arguments.some((argument) => argument === node))
  );
}
