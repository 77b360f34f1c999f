import type { PackBounds, PackDays } from '../../ledger/audit/pack-bounds.ts';
import type { PackedEvents } from '../../ledger/audit/packed-events.ts';
import type { RecordedCheckpoint } from '../../ledger/checkpoints/recorded-checkpoints.ts';
import type { RecordedEvent } from '../../ports/event-log.ts';
import type { FileDigest } from './pack-file.ts';

/** A sheet of a finished pack: how it was made, and what it comes to. */
export interface PackedSheet extends FileDigest {
  readonly name: string;
  readonly file: string;
  readonly how: string;
  readonly rows: number;
  /** Sums of its columns of amounts, euro. */
  readonly totals: Readonly<Record<string, string>>;
}

/** Two figures that are made in different ways and have to agree. */
export interface PackCheck {
  readonly what: string;
  readonly expected: string;
  readonly found: string;
  readonly ok: boolean;
}

/** What a pack says of itself. Times: UTC. */
export interface PackManifest {
  readonly made_by: string;
  readonly made_at: string;
  readonly parameters: PackDays & { readonly statements: readonly string[] };
  /** The first instant of the days, and the first one after them. */
  readonly from_time: string;
  readonly before_time: string;
  readonly events: {
    readonly file: string;
    readonly count: number;
    readonly first: EventPlace | null;
    readonly last: EventPlace | null;
    /** Kept events of the log before the first line and after the last one. */
    readonly size_before: number;
    readonly size_after: number;
    /** Roots of the complete subtrees of those before, the largest first, base64. */
    readonly peaks_before: readonly string[];
    /** The root of the tree after the last line, base64. */
    readonly root_after: string;
  } & FileDigest;
  /** `null`: no checkpoint is of this end. */
  readonly checkpoints: { readonly begin: PackedCheckpoint | null; readonly end: PackedCheckpoint | null };
  readonly sheets: readonly PackedSheet[];
  readonly checks: readonly PackCheck[];
}

interface PackedCheckpoint {
  readonly file: string;
  readonly size: number;
  readonly recorded_at: string;
  readonly verifier_key: string;
}

type EventPlace = Pick<RecordedEvent, 'position' | 'stream' | 'revision' | 'id'> & { readonly recorded_at: string };

export const checkpointFiles = { begin: 'checkpoint_begin.txt', end: 'checkpoint_end.txt' } as const;
export const eventsFile = 'events.jsonl.gz';

/** What is known when all files of a pack are written. */
export interface FinishedPack {
  readonly made_by: string;
  readonly now: number;
  readonly days: PackDays;
  readonly statements: readonly string[];
  readonly bounds: PackBounds;
  readonly packed: PackedEvents;
  readonly events: FileDigest;
  readonly sheets: readonly PackedSheet[];
}

export function packManifest(pack: FinishedPack): PackManifest {
  const { made_by, now, days, statements, bounds, packed, events, sheets } = pack;
  const { begin, end } = packed;
  return {
    made_by,
    made_at: new Date(now).toISOString(),
    parameters: { ...days, statements },
    from_time: new Date(bounds.fromMs).toISOString(),
    before_time: new Date(bounds.beforeMs).toISOString(),
    events: {
      file: eventsFile,
      ...events,
      count: end.size - begin.size,
      first: placeOf(packed.first),
      last: placeOf(packed.last),
      size_before: begin.size,
      size_after: end.size,
      peaks_before: begin.peaks.map((peak) => peak.toString('base64')),
      root_after: end.root.toString('base64'),
    },
    checkpoints: { begin: told(bounds.begin, 'begin'), end: told(bounds.end, 'end') },
    sheets,
    checks: checksOf(pack),
  };
}

function placeOf(event: RecordedEvent | null): EventPlace | null {
  if (event === null) return null;
  const { position, stream, revision, id, recordedAt: recorded_at } = event;
  return { position, stream, revision, id, recorded_at };
}

function told(checkpoint: RecordedCheckpoint | null, end: 'begin' | 'end'): PackedCheckpoint | null {
  if (checkpoint === null) return null;
  const { size, recordedAt: recorded_at, verifier_key } = checkpoint;
  return { file: checkpointFiles[end], size, recorded_at, verifier_key };
}

function checksOf({ bounds, packed, sheets }: FinishedPack): readonly PackCheck[] {
  const totalOf = (sheet: string, column: string): string =>
    sheets.find(({ name }) => name === sheet)?.totals[column] ?? 'none';
  const zero = '0.000000000';
  const check = (what: string, expected: string, found: string): PackCheck => ({
    what,
    expected,
    found,
    ok: expected === found,
  });
  const posted = totalOf('postings', 'amount_eur');
  const trial = (column: string): string => totalOf('trial_balance', column);
  const { begin, end } = bounds;
  return [
    check('debits of the trial balance are the postings', posted, trial('debits_eur')),
    check('credits of the trial balance are the postings', posted, trial('credits_eur')),
    check('opening balances sum to zero', zero, trial('opening_eur')),
    check('closing balances sum to zero', zero, trial('closing_eur')),
    ...(begin === null
      ? []
      : [check('events before are those of the first checkpoint', String(begin.size), String(packed.begin.size))]),
    ...(end === null
      ? []
      : [
          check(
            'the root after the last event is that of the last checkpoint',
            end.head.root.toString('base64'),
            packed.end.root.toString('base64'),
          ),
        ]),
  ];
}
