import { CommanderError, type Command } from 'commander';
import { exitCodes, explained, inOneLine, notUsable, wrongUsage, type CliError } from './cli-error.ts';
import { createProgram } from './program.ts';
import { verbFor } from './verbs.ts';

/** The entry point of the `waybill` command: runs it, reports an error in one line, and sets the exit code. */

const answers = new Set(['commander.helpDisplayed', 'commander.version']);
const program = createProgram();

try {
  // A reader that closes the pipe early, e.g. `head`, ends the command without failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? exitCodes.done : report(outputFailure(error)));
  });
  const typed = process.argv.slice(2);
  if (!isAmong(typed)) {
    const { operationCommands } = await import('./administration/operation-commands.ts');
    operationCommands(program, typed);
  }
  await program.parseAsync([...helpAsOption(typed, program)], { from: 'user' });
} catch (error) {
  const isAnswer = error instanceof CommanderError && answers.has(error.code);
  process.exit(isAnswer ? exitCodes.done : report(error));
}

/** Whether the command exists without the management operations, which take a while to load. */
function isAmong([groupName, verb]: readonly string[]): boolean {
  const group = program.commands.find((command) => command.name() === groupName);
  return group !== undefined && (group.commands.some((command) => command.name() === verb) || groupName === 'serve');
}

/** The output is lost, e.g. on a full disk. What the command did before is not undone. */
function outputFailure({ message }: Error): CliError {
  const next = 'what the command has changed stays changed: look before you repeat it';
  return notUsable('output_unwritable', `the output cannot be written: ${message}; ${next}`);
}

function report(error: unknown): number {
  const known = error instanceof CommanderError ? usageError(error) : explained(error);
  if (known === null) {
    process.stderr.write(
      `waybill: a defect: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    return exitCodes.notUsable;
  }
  const message = inOneLine(known.message);
  process.stderr.write(`waybill: ${message}\n`);
  if (process.argv.includes('--json')) {
    process.stderr.write(`${JSON.stringify({ error: { code: known.code, message } })}\n`);
  }
  return known.exitCode;
}

function usageError(error: CommanderError): CliError {
  if (error.code === 'commander.help') return wrongUsage(`name a command; see ${helpCommand()}`);
  const what = error.message.replace(/^error: /, '');
  if (error.code === 'commander.unknownCommand') return wrongUsage(`${what}${meant() ?? ''} (${helpCommand()})`);
  return wrongUsage(`${what} (${helpCommand()})`);
}

/** The command that has another name than the typed one; `null`: none is known. */
function meant(): string | null {
  const [groupName, word = ''] = process.argv.slice(2).filter((typed) => /^[a-z]+$/.test(typed));
  const group = program.commands.find((command) => command.name() === groupName);
  const verb = verbFor(word);
  if (group?.commands.some((command) => command.name() === verb) !== true) return null;
  return `: did you mean waybill ${groupName} ${verb}?`;
}

/** The help command for the typed words, e.g. `waybill keys create --help`. */
function helpCommand(): string {
  const words = process.argv.slice(2).filter((word) => /^[a-z]+$/.test(word));
  const group = program.commands.find((command) => command.name() === words[0]);
  const command = group?.commands.find((command) => command.name() === words[1]);
  return ['waybill', group?.name(), command?.name(), '--help'].filter((word) => word !== undefined).join(' ');
}

/**
 * Rewrites `help` before a command or within a group as the option `--help`: `help ledger verify` and
 * `ledger help verify` become `ledger verify --help`. Raises `CliError` for an unknown command.
 */
function helpAsOption(words: readonly string[], program: Command): readonly string[] {
  const [first = '', second = ''] = words;
  const isOfGroup = second === 'help' && program.commands.some((group) => isGroup(group) && group.name() === first);
  if (first !== 'help' && !isOfGroup) return words;
  // Of help itself the help is that of the program.
  const named = words.filter((word) => word !== 'help' && !word.startsWith('-'));
  let command = program;
  for (const [place, name] of named.entries()) {
    const found = command.commands.find((each) => each.name() === name);
    // Arguments may follow the last command.
    if (found === undefined && !isGroup(command) && place > 0) break;
    if (found === undefined)
      throw wrongUsage(`there is no command ${named.slice(0, place + 1).join(' ')} (${pathOf(command)} --help)`);
    command = found;
  }
  return [...pathOf(command).split(' ').slice(1), '--help'];
}

function isGroup(command: Command): boolean {
  return command.commands.length > 0;
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
