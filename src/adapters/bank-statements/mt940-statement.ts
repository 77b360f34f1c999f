import { mod97 } from '../../domain/payments/iban.ts';
import {
  statementEntriesMax,
  StatementUnreadable,
  type BankStatement,
  type StatementEntry,
} from '../../ports/bank-statement.ts';
import { Mt940Balances } from './mt940-balances.ts';
import { mt940Text } from './mt940-text.ts';

/** Fields of a statement that say nothing of its entries. */
const passedFields = new Set(['20', '21', '64', '65']);

const linePattern =
  /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d{1,15},\d{0,9})([A-Z][A-Z0-9]{3})((?:(?!\/\/).){0,64})(?:\/\/(.{0,64}))?$/;

/** Most blocks of the network on one line; a message has five. */
const blocksMax = 100;
const blocksPattern = new RegExp(`^(?:\\{\\d:[^{}]*\\}){${blocksMax + 1}}`);

/** A field, with the number of its line in the file. */
interface Field {
  readonly tag: string;
  readonly line: number;
  readonly lines: string[];
}

/** Whether a text looks like MT940: a message, or the field that each begins with. */
export function isMt940(text: string): boolean {
  return /^\s*(\{1:|:20:)/.test(text) || /^\s*(?:[^\s,;]{1,30}\r?\n){1,5}:20:/.test(text);
}

/**
 * Reads SWIFT MT940, one or several statements, with or without the blocks around them. A page that goes on with a
 * statement belongs to it, unless it is there already. What it does not know is named and refused, rather than guessed.
 * Where the entries of one do not add up to its balances, none of the file is a payment: what payers wrote may be among them.
 * Raises {@link StatementUnreadable}.
 */
export function readMt940Statements(text: string): readonly BankStatement[] {
  let entries: StatementEntry[] = [];
  const statements = [entries];
  /** Accounts and numbers of the pages of the last statement. */
  const pages = new Set<string>();
  const balances = new Mt940Balances();
  let [account, currency, number, count] = ['', '', '', 0];
  let open: StatementEntry | null = null;
  for (const field of fieldsOf(text)) {
    const [first = ''] = field.lines;
    if (field.tag === '25' || field.tag === '25P') account = accountOf(first);
    else if (field.tag === '28' || field.tag === '28C') number = first;
    else if (field.tag === '60F' || field.tag === '60M') {
      currency = currencyOf(field);
      balances.open(first);
      const page = `${account} ${number}`;
      if (field.tag === '60F' || pages.has(page)) {
        statements.push((entries = []));
        pages.clear();
      }
      pages.add(page);
    } else if (field.tag === '61') {
      open = entryOf(field, { account, currency });
      entries.push(open);
      balances.add(open);
      count += 1;
      if (count > statementEntriesMax) {
        throw new StatementUnreadable(`it has more than ${statementEntriesMax} entries`);
      }
    } else if (field.tag === '86') {
      // Behind the balance it is about the whole statement.
      if (open !== null) entries[entries.length - 1] = described(open, field.lines);
      open = null;
    } else if (field.tag === '62F' || field.tag === '62M') {
      balances.close(first);
      open = null;
    } else if (!passedFields.has(field.tag)) {
      throw new StatementUnreadable(`line ${field.line}: it is no MT940: the field :${field.tag}: is not known`);
    }
  }
  if (balances.agree()) return statements.map((each) => ({ entries: each }));
  return statements.map((each) => ({ entries: each.map((entry) => ({ ...entry, fault: 'balances_differ' })) }));
}

/** The fields of all statements. Lines without a tag belong to the field before. */
function fieldsOf(text: string): readonly Field[] {
  const fields: Field[] = [];
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    // More of them would end the memory of the patterns below.
    if (blocksPattern.test(raw)) {
      throw new StatementUnreadable(`line ${index + 1}: it is no MT940: it has more than ${blocksMax} blocks`);
    }
    const line = raw.replace(/^(\{\d:[^{}]*\})*\{4:$/, '').replace(/^(\{\d:[^{}]*\})+$/, '');
    const tag = /^:([0-9A-Z]{2,3}):/.exec(line)?.[1];
    // A bank may go on with the text of an entry under the same tag.
    if (tag === '86' && fields.at(-1)?.tag === '86') fields.at(-1)?.lines.push(line.slice(':86:'.length));
    else if (tag !== undefined) fields.push({ tag, line: index + 1, lines: [line.slice(tag.length + 2)] });
    else if (/^-\}?(\{5:.*\})?$/.test(line) || line.trim() === '') continue;
    else if (fields.length > 0) fields.at(-1)?.lines.push(line);
    else if (index > 5) throw new StatementUnreadable(`line ${index + 1}: it is no MT940: it has no field before`);
  }
  return fields;
}

/** The number of the account; of a German bank code and account number, their IBAN, as other formats name it. */
function accountOf(written: string): string {
  const german = /^(\d{8})\/0*(\d{1,10})(?:[A-Z]{3})?$/.exec(written.replaceAll(/\s/g, ''));
  if (german === null) return written.trim();
  const number = `${german[1] ?? ''}${(german[2] ?? '').padStart(10, '0')}`;
  const check = 98n - mod97(`${number}DE00`);
  return `DE${String(check).padStart(2, '0')}${number}`;
}

function currencyOf({ line, lines: [written = ''] }: Field): string {
  const currency = /^[CD]\d{6}([A-Z]{3})/.exec(written)?.[1];
  if (currency === undefined) throw new StatementUnreadable(`line ${line}: the opening balance names no currency`);
  return currency;
}

function entryOf(
  { line, lines: [written = '', ...more] }: Field,
  { account, currency }: Pick<StatementEntry, 'account' | 'currency'>,
): StatementEntry {
  const found = linePattern.exec(written.trim());
  if (found === null) throw new StatementUnreadable(`line ${line}: the entry :61: cannot be read`);
  const [, value = '', booked, mark = '', , amount = '', kind = '', own = '', bank = ''] = found;
  const isReversal = mark.startsWith('R');
  const valueDay = dayOf(value);
  const day = booked === undefined ? '' : bookingDay(booked, valueDay);
  const texts = [own, ...more].map((text) => text.trim()).filter((text) => text !== '');
  const reference = own.trim();
  return {
    // RC reverses a credit: money goes out.
    direction: mark === 'C' || mark === 'RD' ? 'incoming' : 'outgoing',
    account,
    currency,
    amount: amount.replace(',', '.').replace(/\.$/, ''),
    day: day || valueDay,
    bookingDay: day,
    valueDay,
    // Of 16 characters it may have been cut. Without a digit it is a word of the bank's: `EREF`, `KREF+`, `TRANSFER`.
    identifiers: {
      ...(bank.trim() !== '' && { servicer: bank.trim() }),
      ...(/\d/.test(reference) && reference.length < 16 && { end_to_end: reference }),
    },
    text: more.join(' '),
    texts,
    fault: isReversal ? 'taken_back' : null,
    // A returned item, by its code.
    isReturn: isReversal || kind.endsWith('RTI'),
  };
}

/** Years of two digits are of this century. */
function dayOf(written: string): string {
  return `20${written.slice(0, 2)}-${written.slice(2, 4)}-${written.slice(4, 6)}`;
}

/** The day of booking, which has no year: it is of the year in which it is nearest to the day of value. */
function bookingDay(written: string, valueDay: string): string {
  const year = Number(valueDay.slice(0, 4));
  const monthDay = `${written.slice(0, 2)}-${written.slice(2, 4)}`;
  const apart = (day: string): number => Math.abs(Date.parse(day) - Date.parse(valueDay));
  const days = [year - 1, year, year + 1].map((each) => `${each}-${monthDay}`);
  return days.reduce((best, day) => (apart(day) < apart(best) ? day : best), `${year}-${monthDay}`);
}

function described(entry: StatementEntry, lines: readonly string[]): StatementEntry {
  const { text, texts, endToEnd } = mt940Text(lines);
  const { end_to_end: _, ...identifiers } = entry.identifiers;
  return {
    ...entry,
    text: text === '' ? entry.text : text,
    texts: [...entry.texts, ...texts],
    identifiers: endToEnd === null ? entry.identifiers : { ...identifiers, end_to_end: endToEnd },
  };
}
