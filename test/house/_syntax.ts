import ts from 'typescript';
import { read } from './_project-files.ts';

const parsed = new Map<string, ts.SourceFile>();

/** The syntax tree of a file; parsed once. */
export function syntaxOf(path: string): ts.SourceFile {
  const known = parsed.get(path) ?? ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);
  parsed.set(path, known);
  return known;
}

function nodesWithin(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  node.forEachChild((child) => {
    children.push(child);
  });
  return [node, ...children.flatMap(nodesWithin)];
}

/** Every node of a file, outer ones before inner ones. */
export function nodesOf(path: string): readonly ts.Node[] {
  return nodesWithin(syntaxOf(path));
}

/** The names that a file exports by declaring them, types included. */
export function exportedNames(path: string): readonly string[] {
  return syntaxOf(path).statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) return namesInClause(statement);
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
    return isExported ? declaredNames(statement) : [];
  });
}

function namesInClause({ exportClause }: ts.ExportDeclaration): string[] {
  return exportClause !== undefined && ts.isNamedExports(exportClause)
    ? exportClause.elements.map(({ name }) => name.text)
    : [];
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  }
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
}

export interface MeasuredFunction {
  readonly name: string;
  readonly path: string;
  /** Lines from the head to the closing brace that are neither blank nor comment, as the linter counts them. */
  readonly lines: number;
}

/** Every function of a file that has a body in braces. */
export function functionsOf(path: string): readonly MeasuredFunction[] {
  return nodesOf(path).flatMap((node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined || !ts.isBlock(node.body)) return [];
    const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
    return [{ name: named?.getText() ?? 'a function without a name', path, lines: codeLines(node.getText()) }];
  });
}

/** Lines that hold more than blanks or a comment. */
export function codeLines(text: string): number {
  const withoutBlocks = text.replaceAll(/^\s*\/\*[\s\S]*?\*\/\s*$/gm, '');
  return withoutBlocks.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('//')).length;
}
