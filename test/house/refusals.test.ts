import test from 'ava';
import ts from 'typescript';
import { read, sources } from './_project-files.ts';
import { lateRefusals } from './_late-refusals.ts';
import { nodesOf, syntaxOf } from './_syntax.ts';

/** The names in `refuse('…')`; of `refuse(is ? '…' : '…')` both. One that is worked out elsewhere is not seen. */
const refusals = new Set(sources('src/domain').flatMap(nodesOf).flatMap(namesRefused));

function namesRefused(node: ts.Node): readonly string[] {
  if (!ts.isCallExpression(node) || node.expression.getText() !== 'refuse') return [];
  return node.arguments.flatMap(namesIn);
}

function namesIn(given: ts.Expression): readonly string[] {
  if (ts.isConditionalExpression(given)) return [...namesIn(given.whenTrue), ...namesIn(given.whenFalse)];
  return ts.isStringLiteral(given) ? [given.text] : [];
}

test('every name that a decider refuses with occurs in a test of the domain', (t) => {
  const tests = sources('test/domain').map(read).join('\n');
  t.log(`${refusals.size} names`);
  t.true(refusals.size > 20);
  t.deepEqual(
    [...refusals].filter((name) => !tests.includes(`'${name}'`)),
    [],
    'each refusal of a decider is tested: add a case to test/domain that expects it',
  );
});

test('a decider refuses before it accepts, and never after an event', (t) => {
  const late = sources('src/domain').flatMap((path) =>
    lateRefusals(syntaxOf(path)).map((refusal) => `${path}: ${refusal}`),
  );
  t.deepEqual(late, [], 'a decider checks every refusal before it accepts: move the refusal up');
});

test('a refusal after an accepted event is found, in any syntax', (t) => {
  const late = [
    "if (a) return accept({ type: 'A' }); return refuse('x');",
    "return a ? accept({ type: 'A' }) : refuse('x');",
    "if (a) { return accept(event); } else { return refuse('x'); }",
    "switch (a) { case 1: if (b) return accept(event); return refuse('x'); }",
    "switch (a) { case 1: return accept(event); } return refuse('x');",
  ];
  const inOrder = [
    "if (a) return refuse('x'); if (b) return accept(); if (c) return refuse('x'); return accept(event);",
    "switch (a) { case 1: return accept(event); case 2: if (b) return refuse('x'); return accept(event); }",
  ];
  const found = (body: string): readonly string[] =>
    lateRefusals(ts.createSourceFile('a.ts', `function decide() { ${body} }`, ts.ScriptTarget.Latest, true));
  for (const body of late) t.deepEqual(found(body), ["refuse('x')"], body);
  for (const body of inOrder) t.deepEqual(found(body), [], body);
});

test('the refusals of a decider are a list, documented as the order of their checks', (t) => {
  const declared = sources('src/domain')
    .flatMap(nodesOf)
    .filter((node) => ts.isTypeAliasDeclaration(node))
    .filter(({ name }) => name.text.endsWith('Refusal'));
  t.true(declared.length > 8);
  const listOf = ({ name }: ts.TypeAliasDeclaration): string =>
    `${name.text.charAt(0).toLowerCase()}${name.text.slice(1)}s`;
  t.deepEqual(
    declared
      .filter((alias) => alias.type.getText() !== `(typeof ${listOf(alias)})[number]`)
      .map(({ name }) => name.text),
    [],
    'a type …Refusal is derived from the list …Refusals: declare it as (typeof …Refusals)[number]',
  );
  t.deepEqual(
    declared
      .filter(
        (alias) =>
          !new RegExp(`in the order in which .*\\nexport const ${listOf(alias)} `).test(alias.getSourceFile().text),
      )
      .map(({ name }) => name.text),
    [],
    'the comment of a list of refusals says "in the order in which they are checked": add it, and keep the order',
  );
});
