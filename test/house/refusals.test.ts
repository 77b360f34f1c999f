import test from 'ava';
import ts from 'typescript';
import { read, sources } from './_project-files.ts';
import { nodesOf } from './_syntax.ts';

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
  );
});
