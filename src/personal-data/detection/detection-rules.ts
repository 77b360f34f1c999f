import type { PiiEntity, PiiLanguage } from '../pii-kinds.ts';
import { firstNotBelow } from '../../wire/first-not-below.ts';
import { eachMatch } from '../next-match.ts';
import { TooManyTexts } from '../too-many-texts.ts';
import { addressRule } from './address-rule.ts';
import { cardRule } from './card-rule.ts';
import { columnRule } from './tables/column-rule.ts';
import { dateOfBirthRule } from './date-of-birth-rule.ts';
import type { DetectionRule, FoundValue } from './detection-rule.ts';
import { emailRule } from './email-rule.ts';
import { ibanRule } from './iban-rule.ts';
import { identifierRule } from './identifier-rule.ts';
import { ipRule } from './ip-rule.ts';
import { labelledNameRule } from './labelled-name-rule.ts';
import { labelledThingRule } from './labelled-thing-rule.ts';
import { nameListRule } from './name-list-rule.ts';
import { personRule } from './person-rule.ts';
import { phoneRule } from './phone-rule.ts';
import { plainText, type PlainText } from './plain-text.ts';
import { plateRule } from './plate-rule.ts';
import { secretRule } from './secret-rule.ts';
import { textWords } from './text-words.ts';

const rules: readonly DetectionRule[] = [
  secretRule,
  emailRule,
  ibanRule,
  cardRule,
  ipRule,
  identifierRule,
  phoneRule,
  dateOfBirthRule,
  plateRule,
  addressRule,
  personRule,
  labelledNameRule,
  labelledThingRule,
  columnRule,
  nameListRule,
];

/** The most parts that are found in all texts of a request: the values of more do not fit into the context of a model. */
const partsMax = 500_000;

export interface FoundPart {
  readonly start: number;
  readonly end: number;
  readonly entity: PiiEntity;
  readonly score: number;
}

export interface WantedFindings {
  readonly entities: ReadonlySet<PiiEntity>;
  readonly languages: readonly PiiLanguage[];
}

/**
 * What the rules find in one text, of the requested kinds, in UTF-16 units of the original text. Parts may overlap, but
 * none lies within another of the same or higher confidence: a part of a bank account's number is no card. The time is
 * linear in the length of the text, whatever it contains. `found`: how many parts were found in the texts before.
 * `ruled` is called before each rule, and may raise. Raises `TooManyTexts`.
 */
export function applyDetectionRules(
  text: string,
  { entities, languages }: WantedFindings,
  { found = 0, ruled = (): void => undefined } = {},
): readonly FoundPart[] {
  const plain = plainText(text);
  const words = textWords(plain.text);
  const parts: FoundPart[] = [];
  const without: FoundPart[] = [];
  const onFound: FoundValue = (start, end, [entity, score]) => {
    if (end <= start || !entities.has(entity)) return;
    if (found + parts.length + without.length === partsMax) throw new TooManyTexts(partsMax, 'values');
    (score === 0 ? without : parts).push({ start, end, entity, score });
  };
  for (const rule of rules) {
    if (!rule.entities.some((entity) => entities.has(entity))) continue;
    ruled();
    rule.find(words, onFound, languages);
  }
  if (parts.length === 0) return parts;
  return withoutWeaker(outsideIds(plain.text, outside(without, parts)), plain);
}

/** Leaves out parts within others in which no value of their kind is. */
function outside(without: readonly FoundPart[], parts: readonly FoundPart[]): readonly FoundPart[] {
  if (without.length === 0) return parts;
  const cells = without.toSorted((a, b) => a.start - b.start);
  const ends = Uint32Array.from(cells, ({ end }) => end);
  return parts.filter(({ start, end, entity }) => {
    const cell = cells[firstNotBelow(ends, end)];
    return cell === undefined || cell.start > start || cell.entity !== entity;
  });
}

/** Ids as programs draw them (UUID): no group of one is a value. */
const drawnId = /(?<![\da-f-])[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}(?![\da-f-])/gi;
const idLength = 36;

function outsideIds(text: string, parts: readonly FoundPart[]): readonly FoundPart[] {
  if (parts.length === 0 || !text.includes('-')) return parts;
  const ids: Pick<FoundPart, 'start' | 'end'>[] = [];
  eachMatch(text, drawnId, { reach: idLength + 1 }, ({ index }) => {
    ids.push({ start: index, end: index + idLength });
  });
  if (ids.length === 0) return parts;
  const within = (place: number): boolean => {
    const id = ids[firstNotBelow(idEnds, place + 1)];
    return id !== undefined && id.start <= place;
  };
  const idEnds = Uint32Array.from(ids, ({ end }) => end);
  const outside: FoundPart[] = [];
  for (const part of parts) {
    if (!within(part.start) && !within(part.end - 1)) outside.push(part);
  }
  return outside;
}

/**
 * Leaves out parts within another of the same or higher confidence, and the weaker of two at the same place. The others
 * get their places in the original text.
 */
function withoutWeaker(parts: readonly FoundPart[], plain: PlainText): readonly FoundPart[] {
  const order = (a: FoundPart, b: FoundPart): number => a.start - b.start || b.end - a.end || b.score - a.score;
  const kept: FoundPart[] = [];
  let cover: FoundPart | null = null;
  for (const part of parts.toSorted(order)) {
    if (cover !== null && part.end <= cover.end && isLess(part, cover)) continue;
    kept.push({ ...part, start: plain.startOf(part.start), end: plain.endOf(part.end) });
    if (cover === null || part.end > cover.end) cover = part;
  }
  return kept;
}

function isLess(part: FoundPart, cover: FoundPart): boolean {
  const isSame = part.start === cover.start && part.end === cover.end;
  const isWeaker = part.score < cover.score || (part.score === cover.score && part.entity === cover.entity);
  return isSame ? isWeaker : part.score <= cover.score;
}
