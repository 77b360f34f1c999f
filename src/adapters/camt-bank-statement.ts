import sax from 'sax';
import { isMoney, nanoFromEur } from '../domain/money.ts';
import { whyNoPayment, type BookedAmount } from '../domain/payments/booked-payment.ts';
import {
  statementEntriesMax,
  StatementUnreadable,
  type BankStatement,
  type StatementEntry,
  type StatementOther,
} from '../ports/bank-statement.ts';

/** Most nested elements; a statement needs fifteen. */
const depthMax = 40;
/** Most characters of one text: more than any field of a statement may have. */
const textMax = 2_000;
/** Most characters of a payer's message, which is searched for a reference. */
const remittanceMax = 10_000;

/**
 * Reads a bank statement as ISO 20022 camt.053, of any version. Euro booked to the account is a payment: the entry, or
 * each of its transactions if their amounts add up to that of the entry. Outgoing and pending entries are skipped. A
 * booking that cannot be credited is returned with the reason, and does not affect others. A document type declaration
 * is refused, so that there are only the five entities of XML, and nothing is fetched. Raises {@link
 * StatementUnreadable}.
 */
export function readCamtBankStatement(text: string): BankStatement {
  // Checked before parsing, because the parser would read the whole declaration.
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new StatementUnreadable('it has a document type');
  const reading = new StatementReading();
  const parser = sax.parser(true, { xmlns: true, position: false });
  parser.onerror = () => {
    throw new StatementUnreadable('it is no XML');
  };
  parser.ondoctype = () => {
    throw new StatementUnreadable('it has a document type');
  };
  parser.onopentag = (tag) => {
    const { Ccy } = tag.attributes as Readonly<Record<string, { readonly value: string }>>;
    reading.open('local' in tag ? tag.local : tag.name, Ccy?.value ?? '');
  };
  parser.ontext = (piece) => reading.text(piece);
  parser.oncdata = (piece) => reading.text(piece);
  parser.onclosetag = () => reading.close();
  // In parts: the parser cuts what it holds, and never a name.
  for (let at = 0; at < text.length; at += partLength) parser.write(text.slice(at, at + partLength));
  parser.close();
  return reading.end();
}

const partLength = 65_536;

/** The values of an entry and its transactions, by their path below the entry. */
interface Open {
  readonly values: Map<string, string>;
  /** The currencies of its amounts, by their path. */
  readonly currencies: Map<string, string>;
  remittance: string;
}

class StatementReading {
  readonly #path: string[] = [];
  readonly #payments: StatementEntry[] = [];
  readonly #others: StatementOther[] = [];
  #isStatement = false;
  #text = '';
  #entry: Open | null = null;
  #transaction: Open | null = null;
  #transactions: Open[] = [];

  open(name: string, currency: string): void {
    this.#path.push(name);
    this.#text = '';
    if (this.#path.length > depthMax) throw new StatementUnreadable('its elements stand too deep');
    if (this.#path.length === 2) this.#isStatement ||= name === 'BkToCstmrStmt' && this.#path[0] === 'Document';
    if (name === 'Ntry' && this.#below('Stmt')) {
      this.#entry = newOpen();
      this.#transactions = [];
    }
    if (name === 'TxDtls' && this.#entry !== null) this.#transaction = newOpen();
    const open = this.#transaction ?? this.#entry;
    const place = this.#place();
    // The first amount at a place counts, and its currency with it.
    if (isAmount(place) && open?.currencies.has(place) === false) open.currencies.set(place, currency);
  }

  text(piece: string): void {
    this.#text += piece;
    if (this.#text.length > textMax) throw new StatementUnreadable('a text in it is too long');
  }

  close(): void {
    const open = this.#transaction ?? this.#entry;
    const place = this.#place();
    const name = this.#path.pop();
    const text = this.#text.trim();
    this.#text = '';
    if (open === null) return;
    if (name === 'TxDtls' && this.#transaction !== null) {
      this.#transactions.push(this.#transaction);
      if (this.#transactions.length > statementEntriesMax) throw new StatementUnreadable('it has too many payments');
      this.#transaction = null;
    } else if (name === 'Ntry') {
      this.#take();
    } else if (remittancePlaces.has(place)) {
      open.remittance = `${open.remittance} ${text}`.slice(0, remittanceMax);
    } else if (text !== '' && !open.values.has(place)) {
      open.values.set(place, text);
    }
  }

  end(): BankStatement {
    if (!this.#isStatement) throw new StatementUnreadable('it is no camt.053 statement');
    return { payments: this.#payments, others: this.#others };
  }

  /** The names below the entry or the transaction. */
  #place(): string {
    const from = this.#path.lastIndexOf(this.#transaction === null ? 'Ntry' : 'TxDtls');
    return this.#path.slice(from + 1).join('/');
  }

  #below(name: string): boolean {
    return this.#path.at(-2) === name;
  }

  #take(): void {
    const entry = this.#entry;
    this.#entry = null;
    if (entry === null || !isBooked(entry)) return;
    if (isTakenBack(entry)) this.#others.push(otherOf(bookedIn(entry), 'taken_back'));
    else if (entry.values.get('CdtDbtInd') === 'CRDT') this.#takeReceived(entry);
    if (this.#payments.length + this.#others.length > statementEntriesMax) {
      throw new StatementUnreadable('it has too many payments');
    }
  }

  #takeReceived(entry: Open): void {
    const booked = bookedIn(entry);
    const parts = this.#transactions.filter(isReceived);
    if (this.#transactions.length < 2) {
      // The booked amount counts, not the amount before a currency exchange.
      const own = this.#transactions[0]?.values.get('Refs/AcctSvcrRef');
      const remittance = remittanceOf([entry, ...this.#transactions]);
      this.#judge({ ...booked, bank_reference: own ?? booked.bank_reference }, remittance);
    } else if (areOf(booked.amount, this.#transactions)) {
      const references = parts.map(({ values }) => values.get('Refs/AcctSvcrRef') ?? booked.bank_reference);
      const used = Map.groupBy(references, (reference) => reference);
      for (const [index, part] of parts.entries()) {
        const reference = references[index] ?? '';
        const isAlone = reference !== booked.bank_reference && used.get(reference)?.length === 1;
        const bank_reference = isAlone || reference === '' ? reference : `${reference}/${index + 1}`;
        const { amount, currency } = amountIn(part);
        const own = { amount, currency: currency === '' ? booked.currency : currency };
        this.#judge({ ...booked, bank_reference, ...own }, remittanceOf([part]));
      }
    } else this.#others.push(otherOf(booked, 'amounts_differ'));
  }

  #judge(booked: BookedAmount, remittance: string): void {
    const why = whyNoPayment(booked);
    const { bank_reference, bank_date, amount: received_eur } = booked;
    if (why === null) this.#payments.push({ bank_reference, bank_date, received_eur, remittance });
    else this.#others.push(otherOf(booked, why));
  }
}

function bookedIn(open: Open): BookedAmount {
  const { values } = open;
  return {
    bank_reference: values.get('AcctSvcrRef') ?? values.get('NtryRef') ?? '',
    bank_date: (values.get('BookgDt/Dt') ?? values.get('BookgDt/DtTm') ?? '').slice(0, 10),
    ...amountIn(open),
  };
}

function otherOf({ bank_reference, bank_date }: BookedAmount, why: StatementOther['why']): StatementOther {
  return { bank_reference: bank_reference.slice(0, 120), bank_date, why };
}

function remittanceOf(parts: readonly Open[]): string {
  return parts
    .map(({ remittance }) => remittance)
    .join(' ')
    .trim();
}

/** Whether transactions add up to an amount: incoming minus outgoing. */
function areOf(amount: string, transactions: readonly Open[]): boolean {
  if (!isMoney(amount)) return false;
  let sum = 0n;
  for (const transaction of transactions) {
    const own = amountIn(transaction).amount;
    if (!isMoney(own)) return false;
    sum += isReceived(transaction) ? nanoFromEur(own) : -nanoFromEur(own);
  }
  return sum === nanoFromEur(amount);
}

function newOpen(): Open {
  return { values: new Map(), currencies: new Map(), remittance: '' };
}

/** The amount of a transaction, in newer and in older versions of the format. */
const amountPlaces = ['Amt', 'AmtDtls/TxAmt/Amt'];

function isAmount(place: string): boolean {
  return amountPlaces.includes(place);
}

/** The amount that counts, with its currency. Beside it may stand the amount before a currency exchange. */
function amountIn({ values, currencies }: Open): Pick<BookedAmount, 'amount' | 'currency'> {
  const place = amountPlaces.find((each) => values.has(each)) ?? '';
  return { amount: values.get(place) ?? '', currency: currencies.get(place) ?? '' };
}

const remittancePlaces = new Set(['RmtInf/Ustrd', 'RmtInf/Strd/CdtrRefInf/Ref', 'Refs/EndToEndId', 'AddtlNtryInf']);

/** The status is a word in older versions, and a code in newer ones. */
function isBooked({ values }: Open): boolean {
  return (values.get('Sts/Cd') ?? values.get('Sts')) === 'BOOK';
}

/** Whether it is incoming; a transaction without an indicator has that of its entry. */
function isReceived({ values }: Open): boolean {
  return values.get('CdtDbtInd') !== 'DBIT';
}

/** A boolean of XML Schema. */
function isTakenBack({ values }: Open): boolean {
  return ['true', '1'].includes(values.get('RvslInd') ?? '');
}
