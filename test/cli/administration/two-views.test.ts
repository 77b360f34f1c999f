import test from 'ava';
import { camtEntry, camtText } from '../../_support/camt-text.ts';
import { importScene } from '../../_support/import-scene.ts';
import { iban, mt940Text } from '../../_support/mt940-text.ts';

const withAccount = (text: string, account: string): string =>
  text.replace(/<Acct>.*<\/Acct>/, `<Acct><Id>${account}</Id></Acct>`);
/** One payment in two files, of which each says something else of it. */
const twoViews: readonly (readonly [what: string, one: (text: string) => string, other: (text: string) => string])[] = [
  ...[
    '<Othr><Id>370400440532013000</Id></Othr>',
    '<Othr><Id>0532013000</Id></Othr>',
    '<IBAN>DE89 3704 0044 0532 0130 00</IBAN>',
    '',
  ].map(
    (account) =>
      [
        `the account as ${account}`,
        (text: string) => camtText([camtEntry({ reference: 'BANK-0001', text })], { message: '054' }),
        (text: string) => withAccount(camtText([camtEntry({ reference: 'BANK-0001', text })]), account),
      ] as const,
  ),
  ...[
    iban,
    `COBADEFFXXX/${iban}`,
    `${iban}EUR`,
    `${iban} EUR`,
    'DE89 3704 0044 0532 0130 00',
    '37040044/ 532013000',
    '0532013000',
  ].map(
    (account) =>
      [
        `the account as :25:${account}`,
        (text: string) => camtText([camtEntry({ reference: 'BANK-0001', text })]),
        (text: string) => mt940Text(account, text),
      ] as const,
  ),
  ...(
    [
      [{ refs: { TxId: 'TX-1' } }, { reference: 'BANK-0009' }],
      [{ refs: { EndToEndId: 'INV-7' } }, { number: '17' }],
      [{ refs: { UETR: '8a562c67-ca16-48ba-b074-65581be6f001' } }, { refs: { EndToEndId: 'INV-7' } }],
    ] as const
  ).map(
    ([one, other]) =>
      [
        `its names as ${Object.keys({ ...one, ...other }).join(' and ')}`,
        (text: string) => camtText([camtEntry({ ...one, text })], { message: '054' }),
        (text: string) => camtText([camtEntry({ ...other, text })]),
      ] as const,
  ),
  ...['EREF', 'KREF+', 'PREF', 'MARF', 'TRANSFER'].map(
    (word) =>
      [
        `the word ${word} where its reference is in MT940`,
        (text: string) =>
          mt940Text(iban, text).replace('NTRFINV-7//BANK-0001', `NTRF${word}`).replace('EREF+INV-7?21', ''),
        (text: string) => camtText([camtEntry({ refs: { EndToEndId: 'INV-8' }, text })]),
      ] as const,
  ),
  ...['2026-11-19T23:00:00Z', '2026-11-19T22:00:00+00:00', '2026-11-20T10:00:00Z', '2026-11-19T21:00:00.000+0000'].map(
    (instant) =>
      [
        `its days as ${instant}`,
        (text: string) => {
          const more = `<ValDt><DtTm>${instant}</DtTm></ValDt>`;
          return camtText([camtEntry({ date: `<DtTm>${instant}</DtTm>`, text, more })]);
        },
        (text: string) => camtText([camtEntry({ text, more: '<ValDt><Dt>2026-11-20</Dt></ValDt>' })]),
      ] as const,
  ),
  [
    'a batch by its parts and as a whole',
    (text: string) => {
      const transactions = ['10.00', '15.00'].map((amount) => ({ amount, text }));
      return camtText([camtEntry({ reference: 'BATCH-0001', transactions })], { message: '054' });
    },
    (text: string) => camtText([camtEntry({ reference: 'BATCH-0001', text })]),
  ],
];

for (const [what, one, other] of twoViews) {
  test(`one payment of which two files tell otherwise is credited once: ${what}`, async (t) => {
    for (const files of [
      [one, other, one],
      [other, one, other],
    ]) {
      const scene = await importScene();
      const { reference } = await scene.topup('0123456789ABCDEF');
      for (const file of files) await scene.read(file(reference));
      t.is(await scene.balance(), '25.000000000');
    }
  });
}

for (const [what, more] of [
  ['the bank’s reference alone', {}],
  ['its number too', { number: '0007' }],
] as const) {
  test(`a batch for two top-ups is credited by its parts, and not as a whole that names one of them: ${what}`, async (t) => {
    const scene = await importScene();
    const [one, other] = [await scene.topup('0123456789ABCDEF'), await scene.topup('FEDCBA9876543210')];
    const transactions = [
      { amount: '10.00', text: one.reference },
      { amount: '12.00', text: other.reference },
      { amount: '3.00', text: 'a gift' },
    ];
    const parts = camtText([camtEntry({ ...more, reference: 'BATCH-0001', transactions })], { message: '054' });
    const whole = camtText([camtEntry({ ...more, reference: 'BATCH-0001', text: one.reference })]);
    await scene.read(parts);
    for (const file of [whole, parts, whole]) t.is((await scene.read(file)).credited.length, 0);
    t.is(await scene.balance(), '22.000000000');
    const next = camtText([camtEntry({ reference: 'BATCH-0001', amount: '24.99', text: one.reference })]);
    t.is((await scene.read(next)).credited.length, 1);
  });
}

test('what a batch as a whole was credited with is not credited again by its parts', async (t) => {
  const scene = await importScene();
  const [one, other] = [await scene.topup('0123456789ABCDEF'), await scene.topup('FEDCBA9876543210')];
  await scene.read(camtText([camtEntry({ reference: 'BATCH-0001', text: one.reference })]));
  const transactions = [
    { amount: '10.00', text: one.reference },
    { amount: '15.00', text: other.reference },
  ];
  const { already, refused } = await scene.read(camtText([camtEntry({ reference: 'BATCH-0001', transactions })]));
  t.is(already[0]?.topup_id, one.id);
  t.like(refused, [{ topup_id: other.id, refusal: 'bank_entry_used' }]);
  t.is(await scene.balance(), '25.000000000');
});
