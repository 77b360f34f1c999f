import { isMoney, nanoFromEur, type NanoEur } from '../../domain/money.ts';
import type { StatementEntry } from '../../ports/bank-statement.ts';

/** The texts of an entry or a transaction, by their path below it. */
export interface CamtPart {
  readonly values: Map<string, string[]>;
  /** The currencies of its amounts, by their path. */
  readonly currencies: Map<string, string>;
  /** Whether it says that it returns an earlier payment. */
  isReturn: boolean;
}

export function newCamtPart(): CamtPart {
  return { values: new Map(), currencies: new Map(), isReturn: false };
}

/** An entry as it was read. */
export interface ReadEntry {
  readonly account: string;
  readonly entry: CamtPart;
  readonly transactions: readonly CamtPart[];
}

/** An entry, or each of its transactions where it has several. */
export function camtEntries({ account, entry, transactions }: ReadEntry): readonly StatementEntry[] {
  const fault = faultOf(entry);
  const [only] = transactions;
  const first = valueOf(entry, 'AcctSvcrRef');
  const number = valueOf(entry, 'NtryRef');
  const booked = {
    account,
    day: dayIn(entry, 'BookgDt') || dayIn(entry, 'ValDt'),
    bookingDay: plainDayIn(entry, 'BookgDt'),
    valueDay: plainDayIn(entry, 'ValDt'),
    utcDays: [...utcDaysIn(entry, 'BookgDt'), ...utcDaysIn(entry, 'ValDt')],
    direction: directionOf(entry),
    ...amountIn(entry),
  } as const;
  if (transactions.length < 2 || fault === 'amounts_differ' || !isSumOf(entry, transactions)) {
    const isWhole = isSumOf(entry, transactions);
    const parts = [entry, ...transactions];
    const own = only === undefined || transactions.length > 1 ? {} : identifiersIn(only);
    const identifiers = { ...own, ...given('servicer', first), ...given('entry', number) };
    const isReturn = fault === 'taken_back' || parts.some(saysReturn);
    const back = booked.direction === 'incoming' && isReturn ? ('taken_back' as const) : null;
    const differs = isWhole ? null : ('amounts_differ' as const);
    return [{ ...booked, ...textsOf(parts), identifiers, isReturn, fault: fault ?? back ?? differs }];
  }
  return transactions.map((part) => {
    const { amount, currency } = amountIn(part);
    const direction = valueOf(part, 'CdtDbtInd') === '' ? booked.direction : directionOf(part);
    const identifiers = { ...identifiersIn(part), ...given('batch', first), ...given('batch_entry', number) };
    const isReturn = fault === 'taken_back' || saysReturn(part) || saysReturn(entry);
    return {
      ...booked,
      direction,
      amount,
      currency: currency === '' ? booked.currency : currency,
      identifiers,
      batchAmount: booked.amount,
      ...textsOf([part]),
      isReturn,
      fault: fault ?? (direction === 'incoming' && isReturn ? 'taken_back' : null),
    };
  });
}

/** The bank's codes of returns: money of a payment, and of one that was recalled. */
const returnCodes = ['RRTN', 'RPCR'];

function saysReturn(part: CamtPart): boolean {
  return part.isReturn || returnCodes.includes(valueOf(part, 'BkTxCd/Domn/Fmly/SubFmlyCd'));
}

function valueOf({ values }: CamtPart, place: string): string {
  return values.get(place)?.[0] ?? '';
}

function dayIn(part: CamtPart, place: string): string {
  return (valueOf(part, `${place}/Dt`) || valueOf(part, `${place}/DtTm`)).slice(0, 10);
}

const utcPattern = /(?:Z|[+-]00:?00)$/;

/** The day of a date, or of a time where the bank is; empty for a time of UTC. */
function plainDayIn(part: CamtPart, place: string): string {
  const isUtc = valueOf(part, `${place}/Dt`) === '' && utcPattern.test(valueOf(part, `${place}/DtTm`));
  return isUtc ? '' : dayIn(part, place);
}

/** Hours by which clocks are ahead of UTC in the countries of the euro, at most. */
const hoursAheadMax = 3;

/** The days of a time of UTC: that of UTC, and that of a bank east of it, which another file names. */
function utcDaysIn(part: CamtPart, place: string): readonly string[] {
  if (plainDayIn(part, place) !== '') return [];
  const instant = Date.parse(valueOf(part, `${place}/DtTm`));
  if (Number.isNaN(instant)) return [];
  return [0, hoursAheadMax].map((hours) => new Date(instant + hours * 3_600_000).toISOString().slice(0, 10));
}

function directionOf(part: CamtPart): StatementEntry['direction'] {
  const written = valueOf(part, 'CdtDbtInd');
  if (written === 'CRDT') return 'incoming';
  return written === 'DBIT' ? 'outgoing' : 'unknown';
}

/** The status is a word in older versions, and a code or the bank's own words in newer ones. */
function faultOf(entry: CamtPart): StatementEntry['fault'] {
  const status = valueOf(entry, 'Sts/Cd') || valueOf(entry, 'Sts') || valueOf(entry, 'Sts/Prtry');
  if (status === '') return 'no_status';
  if (status === 'PDNG' || status === 'FUTR') return 'pending';
  if (status !== 'BOOK' || valueOf(entry, 'Sts/Prtry') !== '') return 'not_booked';
  // A boolean of XML Schema.
  return ['true', '1'].includes(valueOf(entry, 'RvslInd')) ? 'taken_back' : null;
}

function given(kind: keyof StatementEntry['identifiers'], value: string): StatementEntry['identifiers'] {
  return value === '' ? {} : { [kind]: value };
}

function identifiersIn(part: CamtPart): StatementEntry['identifiers'] {
  return {
    ...given('member', valueOf(part, 'Refs/AcctSvcrRef')),
    ...given('transaction', valueOf(part, 'Refs/TxId')),
    ...given('uetr', valueOf(part, 'Refs/UETR')),
    ...given('end_to_end', valueOf(part, 'Refs/EndToEndId')),
  };
}

/**
 * The amount of a transaction: booked, of the transaction, as it was instructed. Beside it may stand the amount before a
 * currency exchange.
 */
const amountPlaces = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt'];

/** The amount that counts, with its currency. */
function amountIn(part: CamtPart): Pick<StatementEntry, 'amount' | 'currency'> {
  const place = amountPlaces.find((each) => part.values.has(each)) ?? '';
  return { amount: valueOf(part, place), currency: part.currencies.get(place) ?? '' };
}

/** The number of transactions that the entry says it has; `null`: it does not say. */
function countIn({ values }: CamtPart): number | null {
  const counts = values.get('NtryDtls/Btch/NbOfTxs');
  return counts === undefined ? null : counts.reduce((sum, count) => sum + Number(count), 0);
}

/**
 * Whether the transactions are all that the entry says it has, and add up to it, those of the other direction taken off.
 * The amount of a single one may be in another currency: then the booked amount counts. Several cannot be added up then.
 */
function isSumOf(entry: CamtPart, transactions: readonly CamtPart[]): boolean {
  const count = countIn(entry);
  if (count !== null && count !== Math.max(transactions.length, 1)) return false;
  const booked = amountIn(entry);
  const [only] = transactions;
  if (only === undefined) return true;
  if (transactions.length === 1) {
    const { amount, currency } = amountIn(only);
    if (amount === '' || (currency !== '' && currency !== booked.currency)) return true;
  }
  const total = transactions.reduce<NanoEur | null>((sum, part) => {
    const { amount, currency } = amountIn(part);
    const isOther = currency !== '' && currency !== booked.currency;
    if (sum === null || isOther || !isMoney(amount)) return null;
    return isOpposed(part, entry) ? sum - nanoFromEur(amount) : sum + nanoFromEur(amount);
  }, 0n);
  return total !== null && isMoney(booked.amount) && total === nanoFromEur(booked.amount);
}

/** Whether a transaction says that it goes the other way. */
function isOpposed(part: CamtPart, entry: CamtPart): boolean {
  const own = directionOf(part);
  return own !== 'unknown' && own !== directionOf(entry);
}

const payerPlaces = [
  'RmtInf/Ustrd',
  'RmtInf/Strd/CdtrRefInf/Ref',
  'RmtInf/Strd/RfrdDocInf/Nb',
  'RmtInf/Strd/AddtlRmtInf',
];
const bankPlaces = ['AddtlTxInf', 'AddtlNtryInf'];

/** What the payer wrote, and every text in which a reference may stand; a text in several members is one. */
function textsOf(parts: readonly CamtPart[]): Pick<StatementEntry, 'text' | 'texts'> {
  const texts = parts.flatMap(({ values }) => [...values.values()].map((pieces) => pieces.join('')));
  const at = (places: readonly string[]): string =>
    parts.flatMap(({ values }) => places.flatMap((place) => values.get(place) ?? [])).join(' ');
  return { text: at(payerPlaces) || at(bankPlaces), texts };
}
