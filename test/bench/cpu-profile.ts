import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly startTime: number;
  readonly endTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Where a sample belongs: the first rule that a frame matches, looked for from the innermost frame outwards. */
const areas: readonly (readonly [area: string, pattern: RegExp])[] = [
  ['garbage collector', /^\(garbage collector\)/],
  [
    'ledger: to and from the worker thread',
    /sqlite-event-log\.ts|sqlite-event-log\/(append-queue|worker-link|group-pause)/,
  ],
  ['ledger: commit, in the worker thread', /sqlite-event-log\//],
  ['projections and directory', /projections\/|ledger\/following|read-model/],
  ['log and metrics', /pino|sonic-boom|prom-client/],
  ['authentication', /authenticate|key-hasher|api-key|src\/domain\/policy/],
  ['wallet: decide, fold, encode', /src\/domain\/|src\/ledger\//],
  ['bodies: scan, edit, read', /src\/(wire|protocols|personal-data)\//],
  ['upstream client', /undici/],
  ['pipeline, surface, middleware', /src\//],
  ['Koa and router', /node_modules\/(koa|@koa|ee-first|delegates|on-finished|statuses|mime|content-)/],
];

/**
 * Shares of busy time by area, over all threads of a process, from the profiles that `--cpu-prof` left in a folder. The
 * first third of each is left out: it is the start and the warm-up.
 */
export function busyShares(folder: string): readonly (readonly [area: string, share: number])[] {
  const busy = new Map<string, number>();
  for (const file of readdirSync(folder))
    addProfile(busy, JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile);
  const total = [...busy.values()].reduce((sum, time) => sum + time, 0);
  return [...busy].map(([area, time]) => [area, time / total] as const).sort(([, a], [, b]) => b - a);
}

function addProfile(busy: Map<string, number>, profile: Profile): void {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  const areaOf = remembered((id: number) => areaOfNode(id, nodes, parents));
  const from = profile.startTime + (profile.endTime - profile.startTime) / 3;
  let now = profile.startTime;
  for (const [index, id] of profile.samples.entries()) {
    const elapsed = profile.timeDeltas[index] ?? 0;
    now += elapsed;
    const area = areaOf(id);
    if (now >= from && area !== null) busy.set(area, (busy.get(area) ?? 0) + elapsed);
  }
}

function areaOfNode(
  id: number,
  nodes: ReadonlyMap<number, ProfileNode>,
  parents: ReadonlyMap<number, number>,
): string | null {
  if (nodes.get(id)?.callFrame.functionName === '(idle)') return null;
  for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
    const frame = nodes.get(at)?.callFrame;
    const text = frame === undefined ? '' : `${frame.functionName} ${frame.url}`;
    // Node's own functions belong to whoever called them, unless nobody of ours did.
    if (frame?.url.startsWith('node:') === true) continue;
    const area = areas.find(([, pattern]) => pattern.test(text))?.[0];
    if (area !== undefined) return area;
  }
  return 'HTTP server and sockets of Node';
}

function remembered<Value>(find: (id: number) => Value): (id: number) => Value {
  const known = new Map<number, Value>();
  return (id) => {
    const value = known.has(id) ? (known.get(id) as Value) : find(id);
    known.set(id, value);
    return value;
  };
}
