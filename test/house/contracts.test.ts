import test from 'ava';
import ts from 'typescript';
import { sources } from './_project-files.ts';
import { syntaxOf } from './_syntax.ts';

/** What others build on: the roles that the core asks of the world, and the errors that callers are answered with. */
const contracts = [...sources('src/ports', 'src/event-log'), 'src/errors.ts'];

test('all exports of a contract, and their methods, are documented', (t) => {
  const told = contracts.flatMap((path) => syntaxOf(path).statements.filter(isExported).flatMap(promises));
  t.log(`${told.length} promises`);
  t.true(told.length > 200);
  t.deepEqual(
    told.filter((node) => ts.getJSDocCommentsAndTags(node).length === 0).map(placeOf),
    [],
    'exports of src/ports, src/event-log and src/errors.ts, and their methods, are documented: write a doc comment',
  );
});

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

/** The statement itself, and what can be called of it from outside. */
function promises(statement: ts.Statement): readonly ts.Node[] {
  return [statement, ...membersOf(statement).filter(isCalled)];
}

function membersOf(statement: ts.Statement): readonly ts.Node[] {
  if (ts.isInterfaceDeclaration(statement) || ts.isClassDeclaration(statement)) return [...statement.members];
  return ts.isTypeAliasDeclaration(statement) && ts.isTypeLiteralNode(statement.type) ? statement.type.members : [];
}

function isCalled(member: ts.Node): boolean {
  if (ts.isMethodDeclaration(member)) return !ts.isPrivateIdentifier(member.name);
  const isFunction = ts.isPropertySignature(member) && member.type !== undefined && ts.isFunctionTypeNode(member.type);
  return isFunction || ts.isMethodSignature(member);
}

function placeOf(node: ts.Node): string {
  const { fileName, text } = node.getSourceFile();
  const start = node.getStart();
  return `${fileName}:${text.slice(0, start).split('\n').length}: ${node.getText().split('\n')[0] ?? ''}`;
}
