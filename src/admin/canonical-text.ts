import { isMoney } from '../domain/money.ts';
import { eventAmount } from './inputs.ts';

/** Canonical text of a request, equal for equivalent requests: members sorted, amounts in the format of events. */
export function canonicalText(asked: unknown): string {
  return JSON.stringify(canonical(asked));
}

function canonical(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => canonical(each));
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return members.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, canonical(member, key)]);
  }
  return typeof value === 'string' && name.endsWith('_eur') && isMoney(value) ? eventAmount(value) : value;
}
