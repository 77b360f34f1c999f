import type { Command } from 'commander';
import type { z } from 'zod';
import { pathNames, type AdminOperation } from '../../admin/operation.ts';
import { adminOperations } from '../../admin/operations.ts';
import { textAsValue, typeOf } from '../../admin/text-as-value.ts';
import { documented } from '../arguments.ts';
import { cliActor } from '../cli-actor.ts';
import { refused, wrongUsage } from '../cli-error.ts';
import { paymentsImport } from './payments-import.ts';
import { note, printFields, printJson, printLine } from '../output.ts';

/** Adds a command for each operation of administration to its group, which is made where there is none. */
export function operationCommands(program: Command): void {
  for (const operation of adminOperations) {
    const [groupName = '', verb = ''] = operation.command.split(' ');
    const group =
      program.commands.find((command) => command.name() === groupName) ??
      program.command(groupName).description(abouts[groupName] ?? groupName);
    // What was there before keeps its contract: see docs/adr/0052.
    if (!group.commands.some((command) => command.name() === verb)) operationCommand(group, verb, operation);
  }
  paymentsImport(program.command('payments').description('bank statements'));
}

const abouts: Readonly<Record<string, string>> = {
  resellers: 'resellers',
  groups: 'groups of people in a tenant',
  users: 'people, by their ids',
  topups: 'payments by bank',
  transfers: 'money from wallet to wallet',
  allocations: 'what wallets share out',
  targets: 'targets and their health',
  usage: 'what was used',
  responses: 'what is stored of answers, without what it says',
  files: 'what is stored of files, without names and contents',
};

function operationCommand(group: Command, verb: string, operation: AdminOperation): void {
  const command = group.command(verb).description(operation.summary);
  const names = pathNames(operation);
  for (const name of names) command.argument(`<${name}>`, meaningOf(operation, name));
  for (const [name, schema] of membersOf(operation)) {
    if (names.includes(name)) continue;
    const flag = `--${name}`;
    const value = typeOf(schema) === 'boolean' ? '[true|false]' : '<value>';
    const isNeeded = !schema.safeParse(undefined).success;
    if (isNeeded) command.requiredOption(`${flag} ${value}`, meaningOf(operation, name));
    else command.option(`${flag} ${value}`, meaningOf(operation, name));
  }
  const positions = names.map((name) => `<${name}>`).join(' ');
  documented(command, {
    example: `waybill ${operation.command} ${positions}`.trimEnd(),
    json: `what the management API answers to ${operation.id}`,
  });
  command.action(async () => {
    const options = command.opts<Readonly<Record<string, unknown>>>();
    const asked = askedOf(operation, command.args, options);
    await run(operation, asked, options['json'] === true);
  });
}

function membersOf({ input }: AdminOperation): readonly (readonly [name: string, schema: z.ZodType])[] {
  return Object.entries(input.shape);
}

function meaningOf(operation: AdminOperation, name: string): string {
  const schema = membersOf(operation).find(([member]) => member === name)?.[1];
  const kind = schema === undefined ? '' : typeOf(schema);
  const how = kind === 'array' ? ' (by commas, or JSON)' : kind === 'record' || kind === 'object' ? ' (JSON)' : '';
  return `${schema?.description ?? name.replaceAll('_', ' ')}${how}`;
}

function askedOf(
  operation: AdminOperation,
  values: readonly string[],
  options: Readonly<Record<string, unknown>>,
): object {
  const ofPath = Object.fromEntries(pathNames(operation).map((name, index) => [name, values[index] ?? '']));
  const ofOptions = membersOf(operation).flatMap(([name, schema]) => {
    const value = options[name];
    if (value === true) return [[name, true] as const];
    return typeof value === 'string' ? [[name, textAsValue(schema, value)] as const] : [];
  });
  return { ...Object.fromEntries(ofOptions), ...ofPath };
}

async function run(operation: AdminOperation, asked: object, isJson: boolean): Promise<void> {
  const { Administrator } = await import('../../admin/administrator.ts');
  const { checkedInput } = await import('../../admin/read-input.ts');
  const { runOperation } = await import('../../admin/run-operation.ts');
  const { withAdministration } = await import('./with-administration.ts');
  const { GatewayError } = await import('../../errors.ts');
  try {
    const input = checkedInput(operation, asked);
    const administrator = new Administrator(null, cliActor());
    const found = await withAdministration((deps) =>
      runOperation(operation, input, { administrator, deps, idempotencyKey: null }),
    );
    tell(found, isJson);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const isUsage = error.code === 'invalid_value' || error.code === 'unsupported_parameter';
    throw isUsage ? wrongUsage(error.message) : refused(error.code, error.message);
  }
}

function tell(found: object, isJson: boolean): void {
  if (isJson) return printJson(found);
  const more = 'next' in found && typeof found.next === 'string' ? `There is more: --after ${found.next}` : null;
  if ('csv' in found && typeof found.csv === 'string') {
    printLine(found.csv.trimEnd());
    if (more !== null) note(more);
    return;
  }
  const rows = 'data' in found && Array.isArray(found.data) ? (found.data as readonly object[]) : null;
  if (rows === null) return printFields(fieldsOf(found));
  for (const row of rows) printLine(JSON.stringify(row));
  if (more !== null) note(more);
}

function fieldsOf(found: object): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
