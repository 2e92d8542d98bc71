import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "../build-app.ts";
import { readEntries } from "./build-package.ts";

const TITLE = `# Reference

Everything the package \`alcove\` exports, with its types and comments, written by \`npm run package -- --update\` from the
source. A change of the interface is a change of this file.
`;

/** The interface of the package as text: every export of every entry, declared as in the source without its bodies. */
export function writeApiReport(): string {
  const { config } = ts.readConfigFile(join(ROOT, "package/tsconfig.json"), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(ROOT, "package"));
  const entries = readEntries();
  const program = ts.createProgram([...entries.values()], { ...options, composite: false, noEmit: true });
  const checker = program.getTypeChecker();
  const parts = [...entries].map(([name, path]) => {
    const source = program.getSourceFile(path);
    const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
    if (source === undefined || module === undefined) throw new Error(`${path} has no exports.`);
    const exports = checker
      .getExportsOfModule(module)
      .toSorted((one, other) => (one.name < other.name ? -1 : 1))
      .map((symbol) => describeExport(symbol, checker));
    const title = name === "." ? "alcove" : `alcove/${name.slice(2)}`;
    return `## \`${title}\`\n\n${readFileComment(source)}\n\n${exports.join("\n\n")}\n`;
  });
  return `${TITLE}\n${parts.join("\n")}`;
}

/** The comment above an entry's first statement, without its own name at the front. */
function readFileComment(source: ts.SourceFile): string {
  const [, text = ""] = /^\/\*\*([\s\S]*?)\*\//u.exec(source.text) ?? [];
  return text.replace(/^\s*`[^`]+`:\s*/u, "").trim();
}

function describeExport(symbol: ts.Symbol, checker: ts.TypeChecker): string {
  const target = (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
  const comment = ts.displayPartsToString(target.getDocumentationComment(checker)).replaceAll(/\s*\n\s*/gu, " ");
  const declarations = (target.declarations ?? []).filter(
    // Of an overloaded function the last declaration is its body's.
    (declaration, _, all) =>
      !(all.length > 1 && ts.isFunctionDeclaration(declaration) && declaration.body !== undefined),
  );
  const texts = declarations.map((declaration) => toDeclaration(declaration, checker));
  return `### ${symbol.name}\n\n${comment === "" ? "" : `${comment}\n\n`}\`\`\`ts\n${texts.join("\n")}\n\`\`\``;
}

/** A declaration's text without bodies and initial values. */
function toDeclaration(declaration: ts.Declaration, checker: ts.TypeChecker): string {
  if (ts.isFunctionDeclaration(declaration)) {
    const { body } = declaration;
    const text = declaration.getText();
    return `${body === undefined ? text : text.slice(0, body.getStart() - declaration.getStart()).trimEnd()};`.replace(
      /;;$/u,
      ";",
    );
  }
  if (ts.isVariableDeclaration(declaration)) {
    const type = checker.typeToString(checker.getTypeAtLocation(declaration), declaration);
    return `const ${declaration.name.getText()}: ${type};`;
  }
  if (ts.isClassDeclaration(declaration)) return describeClass(declaration, checker);
  return declaration.getText().replace(/^export /u, "");
}

function describeClass(declaration: ts.ClassDeclaration, checker: ts.TypeChecker): string {
  const instance = checker.getTypeAtLocation(declaration);
  const members = declaration.members.filter(
    (member) => member.name === undefined || !ts.isPrivateIdentifier(member.name),
  );
  const lines = members.flatMap((member) => {
    if (ts.isConstructorDeclaration(member)) {
      return `  constructor(${member.parameters.map((parameter) => parameter.getText()).join(", ")});`;
    }
    const name = member.name?.getText() ?? "";
    const property = instance.getProperty(name);
    if (property === undefined) return [];
    return `  ${name}: ${checker.typeToString(checker.getTypeOfSymbolAtLocation(property, declaration))};`;
  });
  const parent = declaration.heritageClauses?.map((clause) => ` ${clause.getText()}`).join("") ?? "";
  return [`class ${declaration.name?.text ?? ""}${parent} {`, ...lines, "}"].join("\n");
}
