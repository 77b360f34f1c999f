import { Option, type Command } from 'commander';
import type { z } from 'zod';
import { isFollowed, pathNames, type AdminDeps, type AdminOperation } from '../../admin/operation.ts';
import { adminOperations } from '../../admin/operations.ts';
import { textAsValue, typeOf } from '../../admin/text-as-value.ts';
import { errorCatalogue, GatewayError } from '../../errors.ts';
import { documented } from '../arguments.ts';
import type { AskingOptions } from '../assert-wanted.ts';
import { cliActor } from '../cli-actor.ts';
import { refused, wrongUsage } from '../cli-error.ts';
import { eraseStored } from './erase-stored.ts';
import { cellOf, listColumns, rowsOf } from '../../admin/shown/list-columns.ts';
import { exampleOf, optionWords, refusalWords, type OptionSchema } from './option-words.ts';
import { lineOf, printFollowed } from './print-followed.ts';
import { printParts, printWhole, printWorkbook, tableParts } from './table-parts.ts';
import type { PaperAnswer } from '../../admin/papers/paper.ts';
import { workbookType, type Workbook } from '../../ports/workbook.ts';
import { noteMore, printBytes, printFields, printJson, printTable, printText } from '../output.ts';

/**
 * Adds a command for each management operation to its group, creating the group if needed. Of groups that are not among
 * the `typed` words the description alone is added: to describe every option takes longer than most commands.
 */
export function operationCommands(program: Command, typed: readonly string[] | null = null): void {
  for (const operation of adminOperations) {
    const [groupName = '', verb = ''] = operation.command.split(' ');
    const group =
      program.commands.find((command) => command.name() === groupName) ??
      program.command(groupName).description(abouts[groupName] ?? groupName);
    if (typed?.includes(groupName) === false) continue;
    // A few commands do it without the operation: see docs/adr/0052.
    if (!group.commands.some((command) => command.name() === verb)) operationCommand(group, verb, operation);
  }
}

const abouts: Readonly<Record<string, string>> = {
  charges: 'what requests were held, charged or released',
  postings: 'events of the ledger, and the money that each moved',
  actions: 'what people did to scopes, users, keys, policies and money',
  resellers: 'organisations that create and administer tenants',
  groups: 'groups of users in a tenant',
  users: 'people with keys, by id: no name is stored',
  topups: 'bank payments into wallets',
  transfers: 'transfers between wallets',
  allocations: 'rules that distribute the credit of a wallet among others, once or regularly',
  targets: 'models at upstreams that answer requests, and their health',
  usage: 'requests, counters and cost by day, user, key and model',
  bills: 'what tenants had, received and used in a month',
  responses: 'stored responses, without their contents',
  files: 'stored files, without their names and contents',
};

function operationCommand(group: Command, verb: string, operation: AdminOperation): void {
  const command = group.command(verb).description(operation.summary);
  const names = pathNames(operation);
  for (const name of names) command.argument(`<${name}>`, meaningOf(operation, name));
  for (const [name, schema] of membersOf(operation)) {
    if (names.includes(name)) continue;
    const option = optionOf(name, schema, meaningOf(operation, name));
    command.addOption(option.makeOptionMandatory(isNeeded(operation, name, schema)));
  }
  if (operation.erases === true) command.option('--yes', 'delete without asking');
  documented(command, {
    example: exampleLine(operation),
    json: `the answer of the management API to ${operation.id}`,
  });
  command.action(async () => {
    await run(operation, askedOf(operation, command), command.opts<AskingOptions>());
  });
}

/** The option of a member, such as `--user-id`. `--user_id`, as the management API spells the member, is accepted too. */
function optionOf(name: string, schema: z.ZodType, meaning: string): Option {
  const option = new Option(`${flagOf(name)} ${typeOf(schema) === 'boolean' ? '[true|false]' : '<value>'}`, meaning);
  // Commander compares the short flag as a whole, and shows only the flags above.
  if (name.includes('_')) option.short = `--${name}`;
  return option;
}

function flagOf(name: string): string {
  return `--${name.replaceAll('_', '-')}`;
}

function membersOf({ input }: AdminOperation): readonly (readonly [name: string, schema: z.ZodType])[] {
  // What was read with a record changes nothing: nobody types it.
  return Object.entries(input.shape).filter(([, schema]) => schema.meta()?.['readOnly'] !== true);
}

function memberOf(operation: AdminOperation, name: string): OptionSchema | null {
  const schema = membersOf(operation).find(([member]) => member === name)?.[1];
  return schema === undefined ? null : { name, schema, isNeeded: isNeeded(operation, name, schema) };
}

function isNeeded({ commandNeeds = [] }: AdminOperation, name: string, schema: z.ZodType): boolean {
  return commandNeeds.includes(name) || !schema.safeParse(undefined).success;
}

function meaningOf(operation: AdminOperation, name: string): string {
  const member = memberOf(operation, name);
  if (member === null) return name.replaceAll('_', ' ');
  // A command reads part after part: see tableParts.
  const isOfWhole = operation.produces !== undefined && name === 'limit';
  return optionWords(isOfWhole ? { ...member, defaultWords: 'all' } : member);
}

/** The command with its required arguments and options. */
function exampleLine(operation: AdminOperation): string {
  const names = pathNames(operation);
  const options = membersOf(operation).flatMap(([name, schema]) =>
    names.includes(name) || !isNeeded(operation, name, schema)
      ? []
      : [`${flagOf(name)} ${exampleOf({ name, schema, isNeeded: true })}`],
  );
  const positions = names.map((name) => {
    const member = memberOf(operation, name);
    return member === null ? `<${name}>` : exampleOf(member);
  });
  return ['waybill', operation.command, ...positions, ...options].join(' ');
}

function askedOf(operation: AdminOperation, command: Command): object {
  const ofPath = Object.fromEntries(pathNames(operation).map((name, index) => [name, command.args[index] ?? '']));
  const ofOptions = membersOf(operation).flatMap(([name, schema]) => {
    const option = command.options.find(({ long }) => long === flagOf(name));
    const value: unknown = option && command.getOptionValue(option.attributeName());
    if (value === true) return [[name, true] as const];
    return typeof value === 'string' ? [[name, textAsValue(schema, value)] as const] : [];
  });
  return { ...Object.fromEntries(ofOptions), ...ofPath };
}

async function run(operation: AdminOperation, asked: object, options: AskingOptions): Promise<void> {
  const isJson = options.json === true;
  const { Administrator } = await import('../../admin/administrator.ts');
  const { checkedInput } = await import('../../admin/read-input.ts');
  const { reading, runOperation } = await import('../../admin/run-operation.ts');
  const { withAdministration } = await import('./with-administration.ts');
  try {
    const input = checkedInput(operation, asked);
    const administrator = new Administrator(null, cliActor());
    const work = async (deps: AdminDeps): Promise<void> => {
      if (isFollowed(operation, input)) {
        return await printFollowed((following) => operation.follow(input, following), {
          request: reading({ administrator, deps }),
          lineOf: isJson ? (row) => JSON.stringify(row) : lineOf(listColumns[operation.id] ?? []),
        });
      }
      const part = (of: unknown) => runOperation(operation, of, { administrator, deps, idempotencyKey: null });
      if (operation.erases === true) {
        const erase = (of: object) => part(checkedInput(operation, { ...asked, ...of }));
        return printFound(operation, await eraseStored(asked, erase, options), isJson);
      }
      if (operation.produces === undefined) return printFound(operation, await part(input), isJson);
      if (operation.produces === 'text/html') return await printPaper(await part(input), isJson);
      const limit = 'limit' in asked ? Number(asked.limit) : Infinity;
      const isPaged = memberOf(operation, 'after') !== null;
      if (operation.produces === workbookType && !isPaged) {
        // `as`: the answer of an operation that produces a whole workbook.
        const workbook = (await part(input)) as Workbook;
        if (isJson) return printJson(workbook);
        return await printBytes(await deps.writeWorkbook(workbook));
      }
      const parts = tableParts((of) => part(checkedInput(operation, { ...asked, ...(isPaged && of) })), limit);
      if (isJson) return await printWhole(parts);
      if (operation.produces === 'text/csv') return await printParts(parts);
      const about = Object.entries(asked).map(([name, value]) => [name, String(value)] as const);
      await printWorkbook(parts, { name: operation.command.split(' ')[0] ?? '', about, write: deps.writeWorkbook });
    };
    await withAdministration(work, { isReading: operation.method === 'get' });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const isUsage = error.code === 'invalid_value' || error.code === 'unsupported_parameter';
    throw isUsage ? wrongUsage(usageWords(operation, asked, error)) : refused(error.code, error.message);
  }
}

async function printPaper(found: object, isJson: boolean): Promise<void> {
  // `as`: the answer of an operation that produces a paper.
  if (isJson) printJson(found);
  else await printText((found as PaperAnswer).html);
}

/** The error message of a command, about options instead of fields. */
function usageWords(operation: AdminOperation, asked: object, { code, param, message }: GatewayError): string {
  const what = message.replace(` ${errorCatalogue[code].next}`, '').replace(/\.$/, '');
  const [name = '', ...below] = (param ?? '').split('.');
  const member = memberOf(operation, name);
  if (member === null) return what;
  const called = (each: string): string => (pathNames(operation).includes(each) ? each : flagOf(each));
  const isOfSchema = !operation.input.safeParse(asked).success && what.startsWith(`\`${param}\``);
  if (!isOfSchema)
    return what.replaceAll(/`(\w+)`/g, (text, each: string) => (memberOf(operation, each) ? called(each) : text));
  const rule = what.slice(`\`${param}\``.length).replace(/^:? /, '');
  return below.length > 0
    ? `${called(name)}: ${below.join('.')}: ${rule}`
    : `${called(name)}: ${refusalWords(member, rule)}`;
}

function printFound({ id }: AdminOperation, found: object, isJson: boolean): void {
  if (isJson) return printJson(found);
  const rows = rowsOf(found);
  if (rows === null) return printFields(fieldsOf(found));
  const columns = listColumns[id] ?? Object.keys(rows[0] ?? {}).filter((name) => name !== 'object');
  printTable(
    columns,
    rows.map((row) => columns.map((name) => cellOf(row[name]))),
  );
  if ('next' in found && typeof found.next === 'string') noteMore(found.next);
}

/** A value as JSON, without drawings: a person asks for those with `--json`. */
function documentOf(value: unknown): string {
  return JSON.stringify(value, (name, each: unknown) => (name.endsWith('_svg') ? undefined : each));
}

function fieldsOf(found: object): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => [name, typeof value === 'string' ? value : documentOf(value)]),
  );
}
