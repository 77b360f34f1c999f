import test from 'ava';
import type { BillFigures } from '../../../src/domain/bills/bill-figures.ts';
import { languageTags } from '../../../src/admin/markup/languages.ts';
import { billPaper, billWorkbook } from '../../../src/admin/papers/bill-paper.ts';
import { paperTexts } from '../../../src/admin/papers/paper-texts.ts';
import { id } from '../../_support/wallet-vocabulary.ts';

/** Bills as pages and as workbooks. */

const nothing = '0.000000000';
const bill: BillFigures = {
  tenant_id: id('b', 1),
  month: '2026-11',
  zone: 'Europe/Rome',
  from_time: '2026-10-31T23:00:00.000Z',
  before_time: '2026-11-30T23:00:00.000Z',
  opening_eur: '1234.500000000',
  sums: {
    topups_eur: '20.000000000',
    returns_eur: nothing,
    payouts_eur: nothing,
    grants_eur: nothing,
    corrections_eur: '-1.000000000',
    transfers_eur: nothing,
    by_hand_eur: nothing,
    charges_eur: '-0.123456789',
    expired_eur: nothing,
  },
  closing_eur: '1253.376543211',
  wallets: [{ wallet_id: id('a', 1), opening_eur: '1234.500000000', closing_eur: '1253.376543211' }],
  movements: [
    {
      day: '2026-11-05',
      sum: 'topups',
      wallet_id: id('a', 1),
      id: id('f', 1),
      cause_id: id('6', 1),
      amount_eur: '20.000000000',
    },
  ],
  charges: [
    { day: '2026-11-05', model: '<b>small</b>', tags: { project: 'a&b' }, charges: 2, cost_eur: '0.123456789' },
  ],
  lines: [{ day: '2026-11-05', model: '<b>small</b>', amount_eur: '0.120000000', exact_eur: '0.123456789' }],
  lines_eur: '0.120000000',
  rounding_eur: '-0.003456789',
  late_charges: [],
  lots: [{ wallet_id: id('a', 1), lot_id: 'lot', kind: 'granted', expires_at: null, left_eur: '3.000000000' }],
};
const head = { tenantName: 'Ada & Söhne', digest: '0'.repeat(64), isClosed: true };

test('each language has its own words, numbers and days, and the same figures', (t) => {
  const found = Object.fromEntries(languageTags.map((tag) => [tag, billPaper(bill, head, tag).html]));
  const shown = {
    en: ['Monthly statement November 2026', '1,253.376543211', '01/11/2026 – 30/11/2026, Europe/Rome', 'Granted'],
    it: ['Estratto mensile novembre 2026', '1.253,376543211', '01/11/2026 – 30/11/2026, Europe/Rome', 'Concesso'],
    de: ['Monatsaufstellung November 2026', '1.253,376543211', '01.11.2026 – 30.11.2026, Europe/Rome', 'Gewährt'],
  };
  for (const tag of languageTags) {
    const page = found[tag] ?? '';
    for (const text of [...shown[tag], paperTexts[tag].notice, head.digest])
      t.true(page.includes(text), `${tag} ${text}`);
    t.true(page.includes(`<html lang="${tag}">`));
    t.true(
      page.includes('&lt;b&gt;small&lt;/b&gt;') && page.includes('project=a&amp;b') && page.includes('Ada &amp; Söhne'),
    );
    // Whole cents have two decimals, and nothing of a paper has to be loaded.
    t.true(/<td class="n">0[.,]12<\/td>/.test(page.replaceAll(/>\s+/g, '>').replaceAll(/\s+</g, '<')));
    t.notRegex(page, /<(script|img|link)|url\(|\bundefined\b|\bnull\b/);
  }
});

test('no text of a paper is missing in a language, or left in English', (t) => {
  const textsOf = (value: object | string): readonly string[] =>
    typeof value === 'string' ? [value] : Object.values(value as Record<string, object | string>).flatMap(textsOf);
  const [english, ...others] = languageTags.map((tag) => textsOf(paperTexts[tag]));
  const same = new Set(['EUR', 'Id', 'Status', 'Tags']);
  for (const texts of others) {
    t.is(texts.length, english?.length ?? 0);
    t.deepEqual(
      texts.filter((text, index) => text === '' || (text === english?.[index] && !same.has(text))),
      [],
    );
  }
});

test('a workbook has the tables that have rows, under names that no language changes', (t) => {
  const { about, sheets } = billWorkbook(bill, head);
  t.deepEqual(
    sheets.map(({ name }) => name),
    ['balance', 'lines', 'tags', 'movements', 'wallets', 'lots'],
  );
  t.deepEqual(about.find(([what]) => what === 'digest')?.[1], head.digest);
  t.like(sheets[1]?.rows[0], { day: '2026-11-05', amount_eur: '0.120000000' });
});
