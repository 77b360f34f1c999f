import type { ComposedTexts } from './composed-texts.ts';

export const composedGerman: ComposedTexts = {
  charge: 'Abrechnung',
  states: {
    held: 'Läuft: der Betrag ist vorgemerkt, bis sie endet.',
    flagged:
      'Noch weiß niemand, ob der Anbieter sie berechnet hat: der Betrag bleibt vorgemerkt, bis das entschieden ist.',
    settled: 'Abgerechnet.',
    released: 'Nicht berechnet: der Betrag ist wieder verfügbar.',
  },
  bill: 'Positionen der Abrechnung',
  noLines: 'Es gibt keine Positionen.',
  sum: 'Summe',
  choice: 'Auswahl des Modells',
  attempts: 'Versuche ohne Antwort',
  events: 'Ereignisse im Hauptbuch',
  postings: 'Was das Ereignis bewegt hat',
  account: 'Konto',
  revision: 'Revision',
  receipt: 'Beleg',
  details: 'Alle Angaben',
  decide: 'Entscheiden',
};
