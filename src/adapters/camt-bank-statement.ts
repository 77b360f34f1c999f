import sax from 'sax';
import { isMoney } from '../domain/money.ts';
import { STATEMENT_ENTRIES_MAX, StatementUnreadable, type StatementEntry } from '../ports/bank-statement.ts';

/** Of elements within each other; a statement needs fifteen. */
const depthMax = 40;
/** Of one text, characters: no member of a statement may be so long. */
const textMax = 2_000;
/** Of what one payer wrote, characters: it is searched for a reference. */
const remittanceMax = 10_000;

/**
 * A statement of a bank as ISO 20022 camt.053, of any version. What was booked to the account in euro is a payment: each
 * transaction of an entry that names its own amount, else the entry. What left the account, is pending, or takes a booking
 * back is passed over. No document type is taken, so that there are no entities but the five of XML, and nothing is fetched.
 * Raises {@link StatementUnreadable}.
 */
export function readCamtStatement(text: string): readonly StatementEntry[] {
  // Before the parser: it would read the whole declaration.
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

/** What an entry and its transactions say, by where it stands below the entry. */
interface Open {
  readonly values: Map<string, string>;
  currency: string;
  remittance: string;
}

class StatementReading {
  readonly #path: string[] = [];
  readonly #payments: StatementEntry[] = [];
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
    if (open !== null && isAmount(this.#place())) open.currency = currency;
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
      if (this.#transactions.length > STATEMENT_ENTRIES_MAX) throw new StatementUnreadable('it has too many payments');
      this.#transaction = null;
    } else if (name === 'Ntry') {
      this.#take();
    } else if (remittancePlaces.has(place)) {
      open.remittance = `${open.remittance} ${text}`.slice(0, remittanceMax);
    } else if (text !== '' && !open.values.has(place)) {
      open.values.set(place, text);
    }
  }

  end(): readonly StatementEntry[] {
    if (!this.#isStatement) throw new StatementUnreadable('it is no camt.053 statement');
    return this.#payments;
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
    if (entry === null || !isReceived(entry)) return;
    const split = this.#transactions.filter(({ values }) => amountOf(values) !== undefined);
    const parts = split.length === 0 ? [entry] : split;
    for (const [index, part] of parts.entries())
      this.#payments.push(this.#payment(entry, part, { index, parts: parts.length }));
    if (this.#payments.length > STATEMENT_ENTRIES_MAX) throw new StatementUnreadable('it has too many payments');
  }

  #payment(
    entry: Open,
    part: Open,
    { index, parts }: { readonly index: number; readonly parts: number },
  ): StatementEntry {
    const ofPart = part === entry ? undefined : part.values.get('Refs/AcctSvcrRef');
    const ofEntry = entry.values.get('AcctSvcrRef') ?? entry.values.get('NtryRef') ?? '';
    const bank_reference = ofPart ?? (parts === 1 ? ofEntry : `${ofEntry}/${index + 1}`);
    const bank_date = (entry.values.get('BookgDt/Dt') ?? entry.values.get('BookgDt/DtTm') ?? '').slice(0, 10);
    const received_eur = amountOf(part.values) ?? '';
    const others = part === entry || parts === 1 ? this.#transactions : [];
    const remittance = [part, ...others.filter((other) => other !== part)]
      .map((each) => each.remittance)
      .join(' ')
      .trim();
    const currency = part.currency === '' ? entry.currency : part.currency;
    const isWhole =
      bank_reference.length >= 6 &&
      bank_reference.length <= 120 &&
      /^\d{4}-\d{2}-\d{2}$/.test(bank_date) &&
      isMoney(received_eur) &&
      currency === 'EUR';
    if (!isWhole)
      throw new StatementUnreadable(`payment ${this.#payments.length + 1} is none in euro with reference and date`);
    return { bank_reference, bank_date, received_eur, remittance };
  }
}

function newOpen(): Open {
  return { values: new Map(), currency: '', remittance: '' };
}

/** The amount of a transaction: of newer versions, and of older ones. */
const amountPlaces = ['Amt', 'AmtDtls/TxAmt/Amt'];

function isAmount(place: string): boolean {
  return amountPlaces.includes(place);
}

function amountOf(values: Open['values']): string | undefined {
  return amountPlaces.map((place) => values.get(place)).find((amount) => amount !== undefined);
}

const remittancePlaces = new Set(['RmtInf/Ustrd', 'RmtInf/Strd/CdtrRefInf/Ref', 'Refs/EndToEndId', 'AddtlNtryInf']);

/** Booked, to the account, and taking nothing back. The state is a word in older versions, and a code in newer ones. */
function isReceived({ values }: Open): boolean {
  const status = values.get('Sts/Cd') ?? values.get('Sts');
  return values.get('CdtDbtInd') === 'CRDT' && status === 'BOOK' && values.get('RvslInd') !== 'true';
}
