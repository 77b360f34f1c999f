import type { BillSum } from '../../domain/bills/bill-figures.ts';
import type { Language } from '../markup/languages.ts';
import type { PaperColumn, PaperSheet } from './paper-sheet.ts';

/** All texts of papers in one language. */
export interface PaperTexts {
  /** For numbers and days. */
  readonly locale: string;
  readonly notice: string;
  readonly bill: string;
  readonly receipt: string;
  readonly received: string;
  readonly rounding: string;
  readonly status: Readonly<Record<'open' | 'closed', string>>;
  readonly facts: Readonly<
    Record<'tenant' | 'days' | 'status' | 'digest' | 'wallet' | 'account' | 'topup' | 'rounding', string>
  >;
  readonly sheets: Readonly<Record<PaperSheet['name'], string>>;
  readonly columns: Readonly<Record<PaperColumn, string>>;
  /** What a movement is: of the balance, of other movements, and of lots. */
  readonly words: Readonly<Record<BillSum | 'opening' | 'closing' | 'paid' | 'granted', string>>;
}

const english: PaperTexts = {
  locale: 'en-GB',
  notice: 'This is no invoice. It states what the ledger has recorded.',
  bill: 'Monthly statement',
  receipt: 'Receipt for the top-up',
  received: 'These payments have arrived and were credited to the wallet. Amounts in euro.',
  rounding: 'By the time of booking. Amounts in euro; charges are rounded to cents by day and model.',
  status: { open: 'Open: it may still change.', closed: 'Closed: nothing of it changes any more.' },
  facts: {
    tenant: 'Tenant',
    days: 'Days',
    status: 'Status',
    digest: 'SHA-256 of the figures',
    wallet: 'Wallet',
    account: 'Account',
    topup: 'Top-up',
    rounding: 'Of the lines by rounding, EUR',
  },
  sheets: {
    balance: 'Balance',
    lines: 'Charges by day and model',
    tags: 'Charges by tags',
    late_charges: 'Charges that were held on another day',
    movements: 'Other movements',
    wallets: 'Wallets',
    lots: 'Credit that was granted or expires',
    payments: 'Payments',
    returns: 'Paid back by the bank',
  },
  columns: {
    what: 'What',
    day: 'Day',
    model: 'Model',
    tags: 'Tags',
    charges: 'Charges',
    amount_eur: 'EUR',
    exact_eur: 'Exactly, EUR',
    booked_on: 'Booked on',
    held_on: 'Held on',
    reservation_id: 'Reservation',
    wallet_id: 'Wallet',
    id: 'Id',
    opening_eur: 'Opening, EUR',
    closing_eur: 'Closing, EUR',
    lot_id: 'Lot',
    expires_at: 'Expires',
    bank_date: 'Booked by the bank on',
    bank_reference: 'Reference of the bank',
  },
  words: {
    opening: 'Opening balance',
    topups: 'Top-ups',
    returns: 'Payments that the bank paid back',
    payouts: 'Payouts',
    grants: 'Granted credit',
    corrections: 'Corrections',
    transfers: 'Transfers between wallets',
    by_hand: 'Credits and debits by hand',
    charges: 'Charges',
    expired: 'Credit that expired',
    closing: 'Closing balance',
    paid: 'Paid',
    granted: 'Granted',
  },
};

const italian: PaperTexts = {
  locale: 'it-IT',
  notice: 'Questo documento non è una fattura. Riporta ciò che il registro contabile contiene.',
  bill: 'Estratto mensile',
  receipt: 'Ricevuta della ricarica',
  received: 'Questi pagamenti sono arrivati e sono stati accreditati sul portafoglio. Importi in euro.',
  rounding:
    'Secondo il momento della registrazione. Importi in euro; gli addebiti sono arrotondati ai centesimi per giorno e modello.',
  status: { open: 'Aperto: può ancora cambiare.', closed: 'Chiuso: non cambia più nulla.' },
  facts: {
    tenant: 'Organizzazione',
    days: 'Giorni',
    status: 'Stato',
    digest: 'SHA-256 dei valori',
    wallet: 'Portafoglio',
    account: 'Conto',
    topup: 'Ricarica',
    rounding: 'Di cui per arrotondamento delle righe, EUR',
  },
  sheets: {
    balance: 'Saldo',
    lines: 'Addebiti per giorno e modello',
    tags: 'Addebiti per etichette',
    late_charges: 'Addebiti con riserva di un altro giorno',
    movements: 'Altri movimenti',
    wallets: 'Portafogli',
    lots: 'Credito concesso o in scadenza',
    payments: 'Pagamenti',
    returns: 'Restituiti dalla banca',
  },
  columns: {
    what: 'Voce',
    day: 'Giorno',
    model: 'Modello',
    tags: 'Etichette',
    charges: 'Addebiti',
    amount_eur: 'EUR',
    exact_eur: 'Importo esatto, EUR',
    booked_on: 'Registrato il',
    held_on: 'Riservato il',
    reservation_id: 'Riserva',
    wallet_id: 'Portafoglio',
    id: 'Id',
    opening_eur: 'Iniziale, EUR',
    closing_eur: 'Finale, EUR',
    lot_id: 'Lotto',
    expires_at: 'Scade',
    bank_date: 'Data contabile della banca',
    bank_reference: 'Riferimento della banca',
  },
  words: {
    opening: 'Saldo iniziale',
    topups: 'Ricariche',
    returns: 'Pagamenti restituiti dalla banca',
    payouts: 'Rimborsi',
    grants: 'Credito concesso',
    corrections: 'Correzioni',
    transfers: 'Trasferimenti tra portafogli',
    by_hand: 'Accrediti e addebiti manuali',
    charges: 'Addebiti',
    expired: 'Credito scaduto',
    closing: 'Saldo finale',
    paid: 'Pagato',
    granted: 'Concesso',
  },
};

const german: PaperTexts = {
  locale: 'de-DE',
  notice: 'Dies ist keine Rechnung. Es gibt wieder, was im Hauptbuch steht.',
  bill: 'Monatsaufstellung',
  receipt: 'Quittung über die Aufladung',
  received: 'Diese Zahlungen sind eingegangen und wurden dem Guthabenkonto gutgeschrieben. Beträge in Euro.',
  rounding: 'Nach dem Zeitpunkt der Buchung. Beträge in Euro; Kosten sind je Tag und Modell auf Cent gerundet.',
  status: { open: 'Offen: sie kann sich noch ändern.', closed: 'Abgeschlossen: nichts davon ändert sich mehr.' },
  facts: {
    tenant: 'Mandant',
    days: 'Tage',
    status: 'Stand',
    digest: 'SHA-256 der Zahlen',
    wallet: 'Guthabenkonto',
    account: 'Bankkonto',
    topup: 'Aufladung',
    rounding: 'Davon durch Rundung der Zeilen, EUR',
  },
  sheets: {
    balance: 'Saldo',
    lines: 'Kosten je Tag und Modell',
    tags: 'Kosten nach Tags',
    late_charges: 'Kosten, die an einem anderen Tag reserviert wurden',
    movements: 'Andere Bewegungen',
    wallets: 'Guthabenkonten',
    lots: 'Guthaben, das gewährt ist oder verfällt',
    payments: 'Zahlungen',
    returns: 'Von der Bank zurückgezahlt',
  },
  columns: {
    what: 'Was',
    day: 'Tag',
    model: 'Modell',
    tags: 'Tags',
    charges: 'Anzahl',
    amount_eur: 'EUR',
    exact_eur: 'Genau, EUR',
    booked_on: 'Gebucht am',
    held_on: 'Reserviert am',
    reservation_id: 'Reservierung',
    wallet_id: 'Guthabenkonto',
    id: 'Id',
    opening_eur: 'Anfang, EUR',
    closing_eur: 'Ende, EUR',
    lot_id: 'Posten',
    expires_at: 'Verfällt',
    bank_date: 'Von der Bank gebucht am',
    bank_reference: 'Referenz der Bank',
  },
  words: {
    opening: 'Anfangssaldo',
    topups: 'Aufladungen',
    returns: 'Von der Bank zurückgezahlte Zahlungen',
    payouts: 'Auszahlungen',
    grants: 'Gewährtes Guthaben',
    corrections: 'Korrekturen',
    transfers: 'Überträge zwischen Guthabenkonten',
    by_hand: 'Gut- und Lastschriften von Hand',
    charges: 'Kosten',
    expired: 'Verfallenes Guthaben',
    closing: 'Endsaldo',
    paid: 'Bezahlt',
    granted: 'Gewährt',
  },
};

/** The texts of papers, by language. */
export const paperTexts: Readonly<Record<Language, PaperTexts>> = { en: english, it: italian, de: german };
