import sax from 'sax';
import {
  statementEntriesMax,
  StatementUnreadable,
  type BankStatement,
  type StatementEntry,
} from '../../ports/bank-statement.ts';
import { camtEntries, newCamtPart, type CamtPart } from './camt-entries.ts';

/** Most nested elements; a statement in an envelope needs twenty. */
const depthMax = 60;
/** Most characters of one text: more than any field of a statement may have. */
const textMax = 2_000;
/** Most attributes of one element; a statement needs one, and the namespaces of its root. */
const attributesMax = 100;
const partLength = 65_536;

/** The messages of ISO 20022 that state bookings, and the element in each that holds them. */
const messages: ReadonlyMap<string, string> = new Map([
  ['BkToCstmrStmt', 'Stmt'],
  ['BkToCstmrAcctRpt', 'Rpt'],
  ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
]);

/**
 * Reads ISO 20022 camt.052, camt.053 and camt.054, of any version and in any envelope; each statement of a message by
 * itself, since a later report of a day repeats what an earlier one had. An entry counts whole, or by its transactions
 * where it has several that add up to it. A document type declaration is refused, so that there are only
 * the five entities of XML, and nothing is fetched. Raises {@link StatementUnreadable}.
 */
export function readCamtStatements(text: string): readonly BankStatement[] {
  // Checked before parsing, because the parser would read the whole declaration.
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new StatementUnreadable('it has a document type');
  const reading = new StatementReading();
  // Without namespaces, since with them the parser compares each attribute with every other.
  const parser = sax.parser(true, { position: false });
  let attributes = 0;
  parser.onerror = () => {
    throw new StatementUnreadable('it is no XML');
  };
  parser.ondoctype = () => {
    throw new StatementUnreadable('it has a document type');
  };
  parser.onattribute = () => {
    attributes += 1;
    if (attributes > attributesMax) throw new StatementUnreadable('an element in it has too many attributes');
  };
  parser.onopentag = ({ name, attributes: named }) => {
    attributes = 0;
    const { Ccy } = named as Readonly<Record<string, string>>;
    reading.open(localName(name), Ccy ?? '');
  };
  parser.ontext = (piece) => reading.text(piece);
  parser.oncdata = (piece) => reading.text(piece);
  parser.onclosetag = () => reading.close();
  // In parts: the parser cuts what it holds, and never a name.
  for (let at = 0; at < text.length; at += partLength) parser.write(text.slice(at, at + partLength));
  parser.close();
  return reading.end();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Follows the elements of a document, and keeps the entries of its messages. */
class StatementReading {
  readonly #path: string[] = [];
  /** The entries of each statement; of a message without one, none. */
  readonly #statements: StatementEntry[][] = [];
  #count = 0;
  /** The depth of the message that is open; 0: none. */
  #message = 0;
  /** The name of the first message or document that is none of ours. */
  #other = '';
  #text = '';
  #account = '';
  #entry: CamtPart | null = null;
  #transaction: CamtPart | null = null;
  #transactions: CamtPart[] = [];

  open(name: string, currency: string): void {
    this.#path.push(name);
    this.#text = '';
    if (this.#path.length > depthMax) throw new StatementUnreadable('its elements stand too deep');
    if (this.#message === 0) this.#enter(name);
    else if (name === messages.get(this.#path[this.#message - 1] ?? '')) {
      this.#account = '';
      this.#statements.push([]);
    } else if (name === 'Ntry' && this.#entry === null) {
      if (this.#path.length !== this.#message + 2) throw new StatementUnreadable('its entries stand in no statement');
      this.#entry = newCamtPart();
      this.#transactions = [];
    } else if (name === 'TxDtls' && this.#entry !== null && this.#transaction === null) {
      this.#transaction = newCamtPart();
    }
    const part = this.#transaction ?? this.#entry;
    // The first amount at a place counts, and its currency with it.
    if (name === 'Amt' && part?.currencies.has(this.#place()) === false) part.currencies.set(this.#place(), currency);
    if (name === 'RtrInf' && part !== null) part.isReturn = true;
  }

  text(piece: string): void {
    this.#text += piece;
    if (this.#text.length > textMax) throw new StatementUnreadable('a text in it is too long');
  }

  close(): void {
    const part = this.#transaction ?? this.#entry;
    const place = this.#place();
    const name = this.#path.at(-1);
    const text = this.#text.trim();
    this.#text = '';
    if (name === 'TxDtls' && this.#transaction !== null && place === '') {
      this.#transactions.push(this.#transaction);
      this.#transaction = null;
      this.#bound();
    } else if (name === 'Ntry' && this.#entry !== null && place === '') {
      const read = { account: this.#account, entry: this.#entry, transactions: this.#transactions };
      const entries = camtEntries(read);
      this.#count += entries.length;
      for (const each of entries) this.#statements.at(-1)?.push(each);
      this.#entry = null;
      this.#transactions = [];
      this.#bound();
    } else if (part !== null && text !== '') {
      const known = part.values.get(place);
      if (known === undefined) part.values.set(place, [text]);
      else known.push(text);
    } else if (text !== '' && this.#isAccount()) {
      this.#account ||= text;
    }
    if (this.#path.length === this.#message) this.#message = 0;
    this.#path.pop();
  }

  end(): readonly BankStatement[] {
    if (this.#statements.length > 0) return this.#statements.map((entries) => ({ entries }));
    const other = /^\w{1,40}$/.test(this.#other) ? ` but ${this.#other}` : '';
    throw new StatementUnreadable(`it is XML, and has no message of camt.052, camt.053 or camt.054${other}`);
  }

  #enter(name: string): void {
    if (messages.has(name)) {
      this.#message = this.#path.length;
      this.#statements.push([]);
    } else if (this.#path.length === 1 || this.#path.at(-2) === 'Document') this.#other = name;
  }

  /** The names below the entry or the transaction; empty: it itself, or neither is open. */
  #place(): string {
    if (this.#entry === null) return '';
    const from = this.#transaction === null ? this.#message + 2 : this.#path.indexOf('TxDtls', this.#message) + 1;
    return this.#path.slice(from).join('/');
  }

  /** Whether the element is the number of the account of the statement. */
  #isAccount(): boolean {
    if (this.#message === 0 || this.#entry !== null) return false;
    const place = this.#path.slice(this.#message + 1).join('/');
    return place === 'Acct/Id/IBAN' || place === 'Acct/Id/Othr/Id' || place === 'Acct/Id/PrtryAcct/Id';
  }

  #bound(): void {
    if (this.#count + this.#transactions.length > statementEntriesMax) {
      throw new StatementUnreadable(`it has more than ${statementEntriesMax} entries`);
    }
  }
}
