import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { dirname, join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { freePort } from '../_support/free-port.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { launcher } from '../_support/waybill-command.ts';
import { root } from '../house/_project-files.ts';
import { commandsOf, isRunnable, type PageBlock, type PageCommand } from './_page-blocks.ts';

/** One command of a page, and what it did. */
export interface CommandRun extends PageCommand {
  readonly output: string;
  /** The commands in it that failed. */
  readonly failed: readonly string[];
  readonly isRun: boolean;
}

/** Where the Python is that has the packages of the pages. */
const python = dirname(process.env['PAGES_PYTHON'] ?? '');
const pageMsMax = 240_000;
const quiet = { npm_config_update_notifier: 'false', PYTHONDONTWRITEBYTECODE: '1' };

/**
 * What the shell of a reader can do besides: `npm start` runs in a terminal of its own and shows its first line. For what
 * pages do first: `member NAME` of the JSON on stdin, `sandbox NAME` of the file with the sandbox's keys, `answered NAME` of
 * what `npx waybill … --json` last answered under that name. Each command says when it begins, and what of it failed.
 */
const prelude = `
exec 2>&1 </dev/null
set -o pipefail
npm() {
  if [ "$1" != start ]; then command npm "$@"; return; fi
  if [ -n "$gateway" ]; then kill "$gateway"; wait "$gateway" || true; fi
  : > gateway.log
  command npm start > gateway.log 2>&1 &
  gateway=$!
  until grep -q '^waybill ready' gateway.log; do
    if ! kill -0 "$gateway" 2>/dev/null; then cat gateway.log; return 1; fi
    sleep 0.1
  done
  grep '^waybill ready' gateway.log
}
pip() { python3 -m pip "$@"; }
member() { npx node -p "JSON.parse(fs.readFileSync(0)).$1"; }
sandbox() { member "$1" < data/sandbox.json; }
answered() {
  npx node -p "const told = fs.readFileSync('.answers', 'utf8').trim().split('\\n').map((line) => JSON.parse(line)).reverse();
    told.map((it) => it.$1 ?? (it.object + '_id' === '$1' ? it.id : undefined)).find((value) => value !== undefined)"
}
trap 'printf "\\n@@failed %s\\n" "$BASH_COMMAND"' ERR
set -E
`;

/** A folder like a clone, and what runs its commands: `npx` without the half second that npm takes for it. */
function freshClone(t: ExecutionContext): string {
  const folder = scratchFolder(t);
  for (const entry of readdirSync(root)) {
    if (entry !== 'data' && !entry.startsWith('.')) symlinkSync(join(root, entry), join(folder, entry));
  }
  const bin = join(folder, '.bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'npx'), npxScript(folder));
  chmodSync(join(bin, 'npx'), 0o755);
  return folder;
}

function npxScript(folder: string): string {
  return `#!/bin/bash
set -o pipefail
case "$1" in
  node) shift; exec '${process.execPath}' "$@";;
  waybill) shift;;
  *) exit 127;;
esac
case " $* " in
  *' --json '*) '${process.execPath}' '${launcher}' "$@" | tee -a '${folder}/.answers';;
  *) exec '${process.execPath}' '${launcher}' "$@";;
esac
`;
}

/** The ports that pages name, by who listens there. */
const namedPorts = {
  WAYBILL_PORT: '8080',
  WAYBILL_ADMIN_PORT: '8081',
  WAYBILL_METRICS_PORT: '9464',
  UPSTREAM_PORT: '4010',
} as const;

type Listeners = Readonly<Record<string, string>>;

/** The ports that pages name, and the free ones that stand for them. */
const portsOf = (listeners: Listeners): readonly (readonly [named: string, free: string])[] =>
  Object.entries(namedPorts).map(([name, named]) => [named, listeners[name] ?? '']);

/** A command with the ports of this run; `<wallet_id>` is what was answered before, or said in what the page does first. */
function typed(command: string, folder: string, listeners: Listeners): string {
  const here = command
    .replaceAll(/'?<([a-z]+_[a-z_]+)>'?/g, '"${$1:-$(answered $1)}"')
    .replaceAll('/var/lib/waybill', join(folder, 'var-lib-waybill'))
    .replaceAll('//host:', '//127.0.0.1:');
  return portsOf(listeners).reduce(
    (changed, [named, free]) =>
      changed.replaceAll(new RegExp(`(localhost:|127\\.0\\.0\\.1:|PORT=)${named}\\b`, 'g'), `$1${free}`),
    here,
  );
}

function scriptOf(blocks: readonly PageBlock[], say: (command: string) => string): string {
  const [parts, next] = [[prelude], { command: 0 }];
  for (const block of blocks) {
    parts.push(say(block.note.first ?? ''));
    if (block.note.file !== undefined)
      parts.push(`cat > ${block.note.file} <<'END_OF_FILE'\n${block.text}\nEND_OF_FILE`);
    if (!isRunHere(block)) continue;
    for (const { command } of commandsOf(block)) {
      parts.push(`printf '\\n@@command ${next.command}\\n'`, say(command));
      next.command += 1;
    }
  }
  return `${parts.join('\n')}\nprintf '\\n@@command end\\n'\n`;
}

/** Whether the commands of a block are for such a terminal. */
export function isRunHere(block: PageBlock): boolean {
  return isRunnable(block) && block.note.notRun === undefined && block.note.runBy === undefined;
}

/** Runs the commands of a page in their order, as somebody would in one terminal in a fresh clone. */
export async function runPage(t: ExecutionContext, blocks: readonly PageBlock[]): Promise<readonly CommandRun[]> {
  const folder = freshClone(t);
  const listeners = await drawnPorts();
  const script = join(folder, '.session.sh');
  writeFileSync(
    script,
    scriptOf(blocks, (command) => typed(command, folder, listeners)),
  );
  const shell = spawn('bash', [script], {
    cwd: folder,
    detached: true,
    env: {
      ...listeners,
      ...quiet,
      HOME: folder,
      LANG: 'C.UTF-8',
      PATH: [join(folder, '.bin'), python, process.env['PATH']].join(':'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // With all that it has started, a gateway for one: they are a group of processes of their own.
  const end = (): void => {
    if (shell.pid !== undefined && isThere(-shell.pid)) process.kill(-shell.pid, 'SIGKILL');
  };
  t.teardown(end);
  const clock = setTimeout(end, pageMsMax);
  shell.once('exit', end);
  const output = await text(shell.stdout);
  clearTimeout(clock);
  const said = portsOf(listeners).reduce(
    (changed, [named, free]) => changed.replaceAll(`:${free}`, `:${named}`),
    output,
  );
  return runsIn(said, blocks.filter(isRunHere).flatMap(commandsOf));
}

function isThere(group: number): boolean {
  try {
    return process.kill(group, 0);
  } catch {
    return false;
  }
}

async function drawnPorts(): Promise<Listeners> {
  const drawn: [string, string][] = [];
  for (const name of Object.keys(namedPorts)) drawn.push([name, String(await freePort())]);
  return Object.fromEntries(drawn);
}

function runsIn(output: string, commands: readonly PageCommand[]): readonly CommandRun[] {
  const [before = '', ...said] = output.split(/\n@@command (?:\d+|end)\n/);
  const failedBefore = failuresIn(before);
  return commands.map((command, index) => {
    const its = said[index] ?? '';
    return {
      ...command,
      output: its.replaceAll(/\n@@failed .*\n/g, '').trim(),
      failed: [...(index === 0 ? failedBefore : []), ...failuresIn(its)],
      isRun: index + 1 < said.length,
    };
  });
}

const failuresIn = (output: string): readonly string[] =>
  [...output.matchAll(/\n@@failed (.*)\n/g)].map(([, command = '']) => command);
