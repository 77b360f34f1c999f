import test from 'ava';
import { adminOperations } from '../../src/admin/operations.ts';
import { operationCommands } from '../../src/cli/administration/operation-commands.ts';
import { createProgram } from '../../src/cli/program.ts';
import { verbFor, verbs } from '../../src/cli/verbs.ts';
import { read } from './_project-files.ts';

const program = createProgram();
operationCommands(program);
const used = program.commands.flatMap((group) => group.commands.map((command) => command.name()));

test('the second word of every command is in the closed list, and each word of the list is one', (t) => {
  t.deepEqual([...new Set(used)].toSorted(), Object.keys(verbs));
});

test('every operation has the command that it names, and its id begins with a verb of the list or a word of its own', (t) => {
  for (const { id, command } of adminOperations) {
    const [groupName, verb = ''] = command.split(' ');
    const group = program.commands.find((each) => each.name() === groupName);
    t.true(group?.commands.some((each) => each.name() === verb) === true, command);
    const [word = ''] = /^[a-z]+/.exec(id) ?? [];
    // Another word is only right where one command does two operations.
    if (verb !== 'resolve') t.is(verbFor(word), null, `${id}: ${verbFor(word)} is the word for it`);
  }
});

test('no two verbs mean the same', (t) => {
  const meanings = Object.values(verbs).map(([meaning]) => meaning);
  const others = Object.values(verbs).flatMap(([, ...words]) => words);
  t.is(new Set(meanings).size, meanings.length);
  t.is(new Set(others).size, others.length, 'a word stands for one verb');
  for (const word of others) t.false(word in verbs, `${word} is a verb of the list`);
});

test('the page of the management API has the list', (t) => {
  const rows = [...read('docs/management-api.md').matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, verb, means]) => [
    verb,
    means,
  ]);
  const listed = rows.filter(([verb = '']) => verb in verbs);
  t.deepEqual(
    listed,
    Object.entries(verbs).map(([verb, [meaning]]) => [verb, meaning]),
  );
});
