import type { Command } from 'commander';
import { wrongUsage } from '../cli-error.ts';

/**
 * Rewrites `help` before a command or within a group as the option `--help`: `help ledger verify` and
 * `ledger help verify` become `ledger verify --help`. Raises `CliError` for an unknown command.
 */
export function helpAsOption(words: readonly string[], program: Command): readonly string[] {
  const [first = '', second = ''] = words;
  const isOfGroup = second === 'help' && program.commands.some((group) => isGroup(group) && group.name() === first);
  if (first !== 'help' && !isOfGroup) return words;
  const named = words.filter((word, place) => place !== (isOfGroup ? 1 : 0) && !word.startsWith('-'));
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
