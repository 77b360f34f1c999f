import { hash } from 'node:crypto';
import type { BillFigures } from './bill-figures.ts';

/**
 * The SHA-256 of a bill, hex: of its JSON without blanks, members in the order of their names at every depth. A program in
 * any language makes it again from the bill that it was given.
 */
export function billDigest(figures: BillFigures): string {
  return hash('sha256', JSON.stringify(sorted(figures)), 'hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}
