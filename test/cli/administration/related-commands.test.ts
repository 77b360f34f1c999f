import test from 'ava';
import type { Command } from 'commander';
import { adminOperations } from '../../../src/admin/operations.ts';
import { operationCommands } from '../../../src/cli/administration/operation-commands.ts';
import { relatedCommands } from '../../../src/cli/administration/related-commands.ts';
import { createProgram } from '../../../src/cli/program.ts';

const direct = createProgram();
const whole = createProgram();
operationCommands(whole);

const operated = new Set(adminOperations.map(({ command }) => command.split(' ')[0]));
const directNames = direct.commands
  .filter((group) => operated.has(group.name()))
  .flatMap((group) => group.commands.map((command) => `${group.name()} ${command.name()}`));

function helpOf(program: Command, name: string): string {
  const [groupName, verb] = name.split(' ');
  const command = program.commands
    .find((group) => group.name() === groupName)
    ?.commands.find((each) => each.name() === verb);
  let help = '';
  command?.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  return help;
}

/** The commands that a help text names under the relation, and what each does. */
function familyOf(name: string): ReadonlyMap<string, string> {
  const lines = [...relatedCommands(name).matchAll(/^ {2}waybill (\w+ \w+) +(.*)$/gm)];
  return new Map(lines.map(([, command = '', does = '']) => [command, does]));
}

test('the help of every direct command in a group of operations names its relation to the management API', (t) => {
  t.true(directNames.length > 10);
  for (const name of directNames) {
    t.true(familyOf(name).has(name), name);
    t.true(helpOf(direct, name).includes(relatedCommands(name)), name);
  }
});

test('the help of every related command shows the same relation', (t) => {
  for (const name of new Set(directNames.flatMap((each) => [...familyOf(each).keys()]))) {
    t.true(helpOf(whole, name).includes(relatedCommands(name)), name);
  }
});

test('a related command is the operation that its relation names', (t) => {
  for (const [name, does] of directNames.flatMap((each) => [...familyOf(each)])) {
    const id = /what the API does \((\w+)\)/.exec(does)?.[1];
    const operation = adminOperations.find(({ command }) => command === name);
    // The operation of this name has no command, because the direct one came first.
    if (name !== 'tenants list') t.is(operation?.id, id, name);
  }
});

test('a command without a counterpart has no relation', (t) => {
  t.is(relatedCommands('users show'), '');
  t.notRegex(helpOf(whole, 'users show'), /Relation to/);
});
