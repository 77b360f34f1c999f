/** The names of the objects of an archive, below its prefix. Only this file spells them. */

/** The folders of an archive. */
export const archiveFolders = ['plans', 'events', 'charges', 'postings', 'manifests'] as const;

/** What a range is made of. */
export type RangeFile = 'events' | 'charges' | 'postings';

const endings: Readonly<Record<RangeFile, string>> = {
  events: 'jsonl.zst',
  charges: 'parquet',
  postings: 'parquet',
};
const positionDigits = 20;
const numberDigits = 9;

/** The first and the last position of a range, in the notation of its log. */
export interface RangeEnds {
  readonly first: string;
  readonly last: string;
}

/** The name of a file of a range: its ends, in an order that sorts. */
export function rangeFileName(file: RangeFile, { first, last }: RangeEnds): string {
  return `${file}/${sorted(first)}-${sorted(last)}.${endings[file]}`;
}

/** Says where a range ends, before its files are written. */
export function planName(number: number): string {
  return `plans/${numbered(number)}.json`;
}

/** Closes a range. Numbers begin with 1 and have no gaps, so that nothing has to be listed to find the last one. */
export function manifestName(number: number): string {
  return `manifests/${numbered(number)}.json`;
}

/** The place of a position among all of its log: events of one append to EventStoreDB may differ in the second part alone. */
export function positionOrder(position: string): bigint {
  const [commit = '', prepare = '0'] = position.split('/');
  return (BigInt(commit) << 64n) | BigInt(prepare);
}

/** A position as a number: of EventStoreDB the first part, which the events of one append may share. */
export function positionNumber(position: string): bigint {
  return BigInt(position.split('/')[0] ?? '');
}

function sorted(position: string): string {
  return String(positionNumber(position)).padStart(positionDigits, '0');
}

function numbered(number: number): string {
  return String(number).padStart(numberDigits, '0');
}
