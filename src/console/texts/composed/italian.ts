import type { ComposedTexts } from './composed-texts.ts';

export const composedItalian: ComposedTexts = {
  charge: 'Addebito',
  states: {
    held: 'È in corso: l’importo è riservato finché non finisce.',
    flagged: 'Nessuno sa ancora se il fornitore l’ha addebitato: l’importo resta riservato finché non si decide.',
    settled: 'Addebitato.',
    released: 'Non addebitato: l’importo è di nuovo disponibile.',
  },
  bill: 'Voci dell’addebito',
  noLines: 'Non ci sono voci.',
  sum: 'Somma',
  choice: 'Scelta del modello',
  attempts: 'Tentativi senza risposta',
  events: 'Eventi nel registro contabile',
  postings: 'Che cosa ha mosso l’evento',
  account: 'Conto',
  revision: 'revisione',
  receipt: 'Ricevuta',
  details: 'Tutti i dati',
  decide: 'Decidi',
};
