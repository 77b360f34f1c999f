// A process that appends to an event log, and says so line by line. Arguments: the file, what to do, more of it.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { openSqliteEventLog } from '../../src/adapters/sqlite-event-log.ts';
import { RevisionConflict } from '../../src/ports/event-log.ts';
import type { EventToAppend } from '../../src/ports/event-log.ts';

const [path = '', task = '', argument = ''] = process.argv.slice(2);
const log = await openSqliteEventLog({ path });

const tasks: Record<string, () => Promise<void>> = {
  /** Appends `argument` events to one stream and ends without closing the log. */
  async append() {
    for (let count = 0; count < Number(argument); count += 1) await log.append('told', 'any', [event()]);
    say('done');
  },

  /** Competes with others for ten streams, at exact revisions; says each id that was acknowledged. */
  async compete() {
    await Promise.all(Array.from({ length: 10 }, (_, stream) => competeFor(`shared-${stream}`, Number(argument))));
    await log[Symbol.asyncDispose]();
  },

  /** Appends batches to many streams until it is killed; says each batch that was acknowledged. */
  async batches() {
    await Promise.all(Array.from({ length: 16 }, (_, lane) => appendBatches(`${argument}-${lane}`)));
  },

  /** Appends until five appends in a row were refused; then, told to by a line of input, until one is taken. */
  async untilRefused() {
    let refusals = 0;
    while (refusals < 5) refusals = (await attempt()) ? 0 : refusals + 1;
    say('stuck');
    await once(process.stdin, 'data');
    while (!(await attempt()));
    say('recovered');
    await log[Symbol.asyncDispose]();
    process.stdin.destroy();
  },
};

await tasks[task]?.();

async function competeFor(stream: string, wins: number): Promise<void> {
  let last = await lastRevision(stream);
  for (let won = 0; won < wins;) {
    const ours = event();
    try {
      const { revision } = await log.append(stream, last < 0 ? 'no_stream' : last, [ours]);
      say(`${stream} ${revision} ${ours.id}`);
      last = revision;
      won += 1;
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error;
      last = error.actual === 'no_stream' ? -1 : error.actual;
    }
  }
}

async function appendBatches(stream: string): Promise<void> {
  for (let batch = 0; ; batch += 1) {
    const size = 1 + (batch % 5);
    const id = randomUUID();
    const data = JSON.stringify({ batch: id, size, filling: 'x'.repeat(300) });
    await log.append(
      stream,
      'any',
      Array.from({ length: size }, () => event({ data })),
    );
    say(id);
  }
}

async function attempt(): Promise<boolean> {
  const ours = event({ data: JSON.stringify('x'.repeat(20_000)) });
  try {
    await log.append('filled', 'any', [ours]);
    say(`acknowledged ${ours.id}`);
    return true;
  } catch (error) {
    say(`${error instanceof Error ? error.name : 'unknown'} ${ours.id}`);
    return false;
  }
}

async function lastRevision(stream: string): Promise<number> {
  return (await log.readStream(stream, { limit: 10_000 })).at(-1)?.revision ?? -1;
}

function event(overrides: Partial<EventToAppend> = {}): EventToAppend {
  return { id: randomUUID(), type: 'Told', data: '{}', metadata: '{}', ...overrides };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
