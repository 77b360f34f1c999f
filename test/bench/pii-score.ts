import type { PiiEntity } from '../../src/personal-data/pii-kinds.ts';
import type { PiiSpan } from '../../src/ports/pii-detector.ts';
import type { PiiSample, PiiValue } from '../_support/euro-pii-gen.ts';

/** How a detector did on one kind, or on one form of it. */
export interface PiiTally {
  readonly values: number;
  /** All letters and digits of the value lie in spans of its kind. */
  readonly covered: number;
  /** All of them lie in spans of whatever kind: nothing of it would be sent. */
  readonly hidden: number;
  /** Spans of the kind. */
  readonly spans: number;
  /** Spans of the kind that touch a value of it. */
  readonly right: number;
  /** Spans of the kind that touch nothing personal at all. */
  readonly false: number;
}

const empty: PiiTally = { values: 0, covered: 0, hidden: 0, spans: 0, right: 0, false: 0 };

export interface PiiScore {
  readonly byEntity: ReadonlyMap<PiiEntity, PiiTally>;
  readonly byForm: ReadonlyMap<string, PiiTally>;
  readonly missed: readonly { readonly form: string; readonly value: string; readonly text: string }[];
  readonly wrong: readonly { readonly entity: PiiEntity; readonly value: string; readonly text: string }[];
}

export function scorePii(samples: readonly PiiSample[], found: readonly (readonly PiiSpan[])[]): PiiScore {
  const byEntity = new Map<PiiEntity, PiiTally>();
  const byForm = new Map<string, PiiTally>();
  const missed: { form: string; value: string; text: string }[] = [];
  const wrong: { entity: PiiEntity; value: string; text: string }[] = [];
  for (const [place, { text, values }] of samples.entries()) {
    const spans = found[place] ?? [];
    for (const value of values) {
      const isCovered = covers(
        text,
        value,
        spans.filter(({ entity }) => entity === value.entity),
      );
      const isHidden = isCovered || covers(text, value, spans);
      const more = { values: 1, covered: Number(isCovered), hidden: Number(isHidden) };
      add(byEntity, value.entity, more);
      add(byForm, value.form, more);
      if (!isCovered) missed.push({ form: value.form, value: text.slice(value.start, value.end), text });
    }
    for (const span of spans) {
      const touched = values.filter((value) => value.start < span.end && span.start < value.end);
      const isRight = touched.some(({ entity }) => entity === span.entity);
      add(byEntity, span.entity, { spans: 1, right: Number(isRight), false: Number(touched.length === 0) });
      if (!isRight) wrong.push({ entity: span.entity, value: text.slice(span.start, span.end), text });
    }
  }
  return { byEntity, byForm, missed, wrong };
}

function add<Key>(tallies: Map<Key, PiiTally>, key: Key, more: Partial<PiiTally>): void {
  const before = tallies.get(key) ?? empty;
  const sum = (name: keyof PiiTally): number => before[name] + (more[name] ?? 0);
  tallies.set(key, {
    values: sum('values'),
    covered: sum('covered'),
    hidden: sum('hidden'),
    spans: sum('spans'),
    right: sum('right'),
    false: sum('false'),
  });
}

function covers(text: string, { start, end }: PiiValue, spans: readonly PiiSpan[]): boolean {
  for (let at = start; at < end; at += 1) {
    if (/[\p{L}\d]/u.test(text.charAt(at)) && !spans.some((span) => span.start <= at && at < span.end)) return false;
  }
  return true;
}
