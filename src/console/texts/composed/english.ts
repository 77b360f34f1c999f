/** The texts of composed pages in English. */
export const composedEnglish = {
  charge: 'Charge',
  states: {
    held: 'It runs: the amount is held until it ends.',
    flagged: 'Nobody knows yet whether the provider has charged it: the amount stays held until that is decided.',
    settled: 'Charged.',
    released: 'Not charged: the amount is available again.',
  },
  bill: 'Lines of the bill',
  noLines: 'There are no lines.',
  sum: 'Sum',
  choice: 'Choosing the model',
  attempts: 'Attempts without an answer',
  events: 'Events in the ledger',
  postings: 'What the event moved',
  account: 'Account',
  revision: 'revision',
  receipt: 'Receipt',
  details: 'All members',
  decide: 'Decide',
};
