import { randomUUID } from 'node:crypto';
import test from 'ava';
import { nanoFromEur } from '../../../src/domain/money.ts';
import { confirmPayout, recordRequest } from '../../../src/ledger/administration/payouts.ts';
import { camtEntry, camtText } from '../../_support/camt-text.ts';
import { importScene } from '../../_support/import-scene.ts';

const first = '0123456789ABCDEF';
const second = 'FEDCBA9876543210';
const back = '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>';

async function paidScene() {
  const scene = await importScene();
  const topup = await scene.topup(first);
  const entry = camtEntry({
    reference: 'BANK-0001',
    refs: { EndToEndId: 'INV-7', TxId: 'TX-0001' },
    text: topup.reference,
  });
  await scene.read(camtText([entry]));
  return { ...scene, topup, entry };
}

test('a payment with one reference of the bank for two top-ups is credited to each', async (t) => {
  const scene = await importScene();
  const [one, other] = [await scene.topup(first), await scene.topup(second)];
  for (const message of ['054', '053', '053'] as const) {
    const entries = [one, other].map(({ reference }) => camtEntry({ reference: 'BANK-0001', text: reference }));
    t.deepEqual((await scene.read(camtText(entries, { message }))).unmatched, []);
  }
  t.is(await scene.balance(), '50.000000000');
});

test('two payments of one top-up under one reference are credited, beyond its amount', async (t) => {
  const scene = await importScene();
  const { id, reference } = await scene.topup(first);
  const entries = ['1', '2'].map((number) =>
    camtEntry({ amount: '125.00', reference: 'BANK-0001', number, text: reference }),
  );
  t.is((await scene.read(camtText(entries))).credited.length, 2);
  t.is((await scene.read(camtText(entries.toReversed()))).already.length, 2);
  t.is(await scene.balance(), '250.000000000');
  t.is((await scene.recorded(id))?.payments.length, 2);
});

test('a batch sent again in another order is known, and so are its members by themselves', async (t) => {
  const scene = await importScene();
  const [one, other] = [await scene.topup(first), await scene.topup(second)];
  const members = [
    { amount: '10.00', refs: { AcctSvcrRef: 'MEMBER-01' }, text: one.reference },
    { amount: '15.00', refs: { EndToEndId: 'E2E-2' }, text: other.reference },
  ];
  const batch = (transactions: typeof members) => camtText([camtEntry({ reference: 'BATCH-01', transactions })]);
  t.is((await scene.read(batch(members))).credited.length, 2);
  t.is((await scene.read(batch(members.toReversed()))).already.length, 2);
  const alone = camtEntry({ amount: '10.00', reference: 'MEMBER-01', text: one.reference });
  t.is((await scene.read(camtText([alone], { message: '054' }))).already.length, 1);
  t.is(await scene.balance(), '25.000000000');
});

const listed = [
  ['no_status', camtEntry({ reference: 'BANK-0001', status: '', text: `WB-${first}` })],
  ['no_direction', camtEntry({ reference: 'BANK-0001', direction: '', text: `WB-${first}` })],
  ['not_booked', camtEntry({ reference: 'BANK-0001', status: '<Cd>INFO</Cd>', text: `WB-${first}` })],
  ['not_booked', camtEntry({ reference: 'BANK-0001', status: '<Prtry>DONE</Prtry>', text: `WB-${first}` })],
  ['pending', camtEntry({ reference: 'BANK-0001', status: 'PDNG', text: `WB-${first}` })],
  ['no_date', camtEntry({ reference: 'BANK-0001', date: '', text: `WB-${first}` })],
  ['other_currency', camtEntry({ reference: 'BANK-0001', currency: 'CHF', text: `WB-${first}` })],
  ['no_amount', camtEntry({ reference: 'BANK-0001', amount: '-25.00', text: `WB-${first}` })],
  ['odd_reference', camtEntry({ reference: 'B\u0410NK-0001', text: `WB-${first}` })],
  ['odd_reference', camtEntry({ reference: 'BANK-0001\ufe0f', text: `WB-${first}` })],
  ['taken_back', camtEntry({ reference: 'BANK-0001', text: `WB-${first}`, more: '<RvslInd>true</RvslInd>' })],
  ['taken_back', camtEntry({ reference: 'BANK-0001', transactions: [{ text: `WB-${first}`, more: back }] })],
  ['early_date', camtEntry({ reference: 'BANK-0001', date: '<Dt>0206-11-20</Dt>', text: `WB-${first}` })],
  ['future_date', camtEntry({ reference: 'BANK-0001', date: '<Dt>2126-11-20</Dt>', text: `WB-${first}` })],
  ['several_topups', camtEntry({ reference: 'BANK-0001', text: `WB-${first} WB-${second}` })],
  [
    'amounts_differ',
    camtEntry({ batch: '<NbOfTxs>2</NbOfTxs>', transactions: [{ amount: '10.00', text: `WB-${first}` }] }),
  ],
  ['amounts_differ', camtEntry({ transactions: [{ amount: '10.00', text: `WB-${first}` }] })],
  [
    'amounts_differ',
    camtEntry({
      batch: '<NbOfTxs>3</NbOfTxs>',
      transactions: [{ amount: '10.00' }, { amount: '15.00', text: `WB-${first}` }],
    }),
  ],
  [
    'amounts_differ',
    camtEntry({ batch: '<NbOfTxs>2</NbOfTxs>', transactions: [], more: `<AddtlNtryInf>WB-${first}</AddtlNtryInf>` }),
  ],
  // The numbers add up, and the currencies do not.
  [
    'amounts_differ',
    camtEntry({
      transactions: [
        { amount: '10.00', currency: 'USD', text: 'rent' },
        { amount: '15.00', text: `WB-${first}` },
      ],
    }),
  ],
  ['unknown_reference', camtEntry({ reference: 'BANK-0001', text: 'rent WB-00000000000000AA' })],
  ['not_credited', camtEntry({ reference: 'BANK-0001', direction: 'DBIT', text: `WB-${first}` })],
] as const;

for (const [index, [why, entry]] of listed.entries()) {
  test(`an entry is listed as ${why} with amount, currency, day and text (${index + 1})`, async (t) => {
    const scene = await importScene();
    const topup = await scene.topup(first);
    await scene.topup(second);
    const { credited, unmatched } = await scene.read(camtText([entry]));
    t.deepEqual(credited, []);
    t.is(unmatched.length, 1);
    const [told] = unmatched;
    t.is(told?.why, why);
    t.regex(told?.amount ?? '', /25\.00$/);
    t.is(told?.currency, why === 'other_currency' ? 'CHF' : 'EUR');
    if (!/date/.test(why)) t.is(told?.bank_date, '2026-11-20');
    t.regex(told?.text ?? '', /WB-/);
    if (why !== 'unknown_reference') t.true(told?.topup_ids.includes(topup.id));
    t.is(await scene.balance(), '0.000000000');
  });
}

test('only what goes out and names nothing of ours is silent', async (t) => {
  const scene = await importScene();
  const out = [
    camtEntry({ reference: 'OUT-0001', direction: 'DBIT', text: 'salaries' }),
    camtEntry({ reference: 'OUT-0002', direction: 'DBIT', status: '', text: 'salaries' }),
  ];
  t.deepEqual((await scene.read(camtText(out))).unmatched, []);
});

test('entries without a reference are told apart by people', async (t) => {
  const scene = await importScene();
  const entries = ['rent for November', 'rent for December'].map((text) => camtEntry({ reference: 'NONREF', text }));
  const { unmatched } = await scene.read(camtText(entries));
  t.deepEqual(
    unmatched.map(({ text }) => text),
    ['rent for November', 'rent for December'],
  );
  t.is(new Set(unmatched.map(({ bank_reference }) => bank_reference)).size, 2);
  for (const { bank_reference } of unmatched) t.regex(bank_reference, /^ENTRY-[0-9A-F]{16}$/);
});

test('an entry that names nothing is known once a person has confirmed it by the reference that was listed', async (t) => {
  const scene = await importScene();
  const { id } = await scene.topup(first);
  for (const reference of ['BANK-0001', '']) {
    const text = camtText([camtEntry({ reference, text: `rent ${reference}` })]);
    const { bank_reference = '' } = (await scene.read(text)).unmatched[0] ?? {};
    const topup = reference === '' ? (await scene.topup(second)).id : id;
    t.like(await scene.confirm(topup, bank_reference, '25.000000000'), { accepted: true });
    t.like(await scene.read(text), { unmatched: [], already: [{ topup_id: topup }] });
  }
  t.is(await scene.balance(), '50.000000000');
});

test('a payment that a person has confirmed for another top-up is refused, and one of another amount is not', async (t) => {
  const scene = await importScene();
  const [one, other] = [await scene.topup(first), await scene.topup(second)];
  await scene.confirm(other.id, 'bank 0001', '25.000000000');
  const entry = (amount: string) => camtText([camtEntry({ amount, reference: 'BANK0001', text: one.reference })]);
  t.like(await scene.read(entry('25.00')), { refused: [{ refusal: 'bank_reference_used', topup_id: one.id }] });
  t.like(await scene.read(entry('7.00')), { credited: [{ topup_id: one.id }] });
  t.like(await scene.confirm(one.id, 'BANK-0009', '1.000000000'), { accepted: false, refusal: 'topup_not_pending' });
  t.is(await scene.balance(), '32.000000000');
});

test('a payment for a tenant that was closed since is listed with its amount, each time, and one from before is known', async (t) => {
  const scene = await importScene();
  const { id, reference } = await scene.topup(first);
  const early = camtEntry({ reference: 'BANK-0001', text: reference });
  t.like(await scene.read(camtText([early])), { credited: [{ topup_id: id }] });
  await scene.closeTenant();
  const late = camtEntry({ reference: 'BANK-0002', amount: '7.00', text: reference });
  for (const _ of ['once', 'twice']) {
    const found = await scene.read(camtText([early, late]));
    t.like(found, { credited: [], already: [{ topup_id: id, amount_eur: '25.000000000' }] });
    t.like(found.refused[0], { refusal: 'tenant_closed', amount_eur: '7.000000000', topup_id: id });
  }
  t.is(await scene.balance(), '25.000000000');
});

test('a payment for a top-up that was cancelled is refused, with its amount', async (t) => {
  const scene = await importScene();
  const { id, reference } = await scene.topup(first);
  await scene.cancel(id);
  const { refused } = await scene.read(camtText([camtEntry({ reference: 'BANK-0001', text: reference })]));
  t.like(refused[0], { refusal: 'topup_not_pending', amount_eur: '25.000000000', topup_id: id });
});

for (const [what, entry] of [
  [
    'by its text',
    camtEntry({ reference: 'BACK-0001', direction: 'DBIT', transactions: [{ text: `WB-${first}`, more: back }] }),
  ],
  [
    'by the reference that its payer chose',
    camtEntry({
      reference: 'BACK-0001',
      direction: 'DBIT',
      transactions: [{ refs: { EndToEndId: 'INV-7' }, more: back }],
    }),
  ],
  [
    'by its id in the clearing',
    camtEntry({ reference: 'BACK-0001', direction: 'DBIT', transactions: [{ refs: { TxId: 'TX-0001' }, more: back }] }),
  ],
  [
    'by the code of the booking',
    camtEntry({
      reference: 'BACK-0001',
      direction: 'DBIT',
      refs: { TxId: 'TX-0001' },
      more: '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>RRTN</SubFmlyCd></Fmly></Domn></BkTxCd>',
    }),
  ],
  [
    'as a reversed credit',
    camtEntry({ reference: 'BACK-0001', direction: 'DBIT', text: `WB-${first}`, more: '<RvslInd>true</RvslInd>' }),
  ],
  [
    'in a batch',
    camtEntry({
      amount: '125.00',
      direction: 'DBIT',
      transactions: [
        { amount: '25.00', refs: { AcctSvcrRef: 'BACK-0001' }, text: `WB-${first}`, more: back },
        { amount: '100.00', text: 'salary' },
      ],
    }),
  ],
] as const) {
  test(`a payment that is paid back is listed, and booked when that is asked for, once: found ${what}`, async (t) => {
    const { read, recorded, balance, topup } = await paidScene();
    const listed = await read(camtText([entry], { message: '054' }));
    t.like(listed.returned[0], { topup_id: topup.id, amount_eur: '25.000000000', bank_reference: 'BACK-0001' });
    t.is(listed.returned.length, 1);
    t.deepEqual(listed.unmatched, []);
    t.is(await balance(), '25.000000000');
    t.is((await read(camtText([entry]), true)).reversed.length, 1);
    t.is(await balance(), '0.000000000');
    for (const reverses of [true, false]) {
      t.like(await read(camtText([entry]), reverses), {
        reversed: [],
        returned: [],
        already: [{ topup_id: topup.id }],
      });
    }
    t.is(await balance(), '0.000000000');
    t.like((await recorded(topup.id))?.returns[0], { status: 'reversed' });
  });
}

for (const [what, statement] of [
  [
    'an end-to-end id',
    camtText([camtEntry({ reference: 'OUT-0001', direction: 'DBIT', refs: { EndToEndId: 'INV-7' } })]),
  ],
  ['an id of the clearing', camtText([camtEntry({ direction: 'DBIT', refs: { TxId: 'TX-0001' }, text: 'rent' })])],
  [
    'an id in a batch',
    camtText([
      camtEntry({
        amount: '26.00',
        direction: 'DBIT',
        transactions: [
          { amount: '25.00', refs: { EndToEndId: 'INV-7' } },
          { amount: '1.00', text: 'fee' },
        ],
      }),
    ]),
  ],
  [
    'an id of MT940',
    ':20:S\n:25:DE89370400440532013000\n:60F:C261119EUR0,00\n:61:2611201120D25,00NTRFINV-7//OUT-0001\n:62F:D261120EUR25,00\n',
  ],
] as const) {
  test(`what goes out under ${what} of a payment, and is no return, is listed and never booked`, async (t) => {
    const { read, balance, topup } = await paidScene();
    for (const reverses of [false, true]) {
      const { unmatched, returned, reversed } = await read(statement, reverses);
      t.like(unmatched[0], { why: 'no_return', topup_ids: [topup.id], currency: 'EUR' });
      t.deepEqual([unmatched.length, returned.length, reversed.length], [1, 0, 0]);
    }
    t.is(await balance(), '25.000000000');
  });
}

test('a returned item of MT940 is listed, and booked when that is asked for', async (t) => {
  const { read, balance } = await paidScene();
  const statement =
    ':20:S\n:25:DE89370400440532013000\n:60F:C261119EUR0,00\n:61:2611201120D25,00NRTIINV-7//BACK-0001\n:62F:D261120EUR25,00\n';
  t.is((await read(statement)).returned.length, 1);
  t.is((await read(statement, true)).reversed.length, 1);
  t.is(await balance(), '0.000000000');
});

test('a return that the wallet has spent, or of another amount, is refused and nothing is booked', async (t) => {
  const { read, balance, deps, walletId } = await paidScene();
  const entry = (amount: string) =>
    camtText([camtEntry({ amount, reference: 'BACK-0001', direction: 'DBIT', text: `WB-${first}` })]);
  t.like((await read(entry('24.00'), true)).refused[0], { refusal: 'no_payment_of_this_amount' });
  const spent = { type: 'debit_wallet', debitId: crypto.randomUUID(), amount: 1n, reason: 'test' } as const;
  await deps.wallets.execute(walletId, spent);
  t.like((await read(entry('25.00'), true)).refused[0], { refusal: 'amount_exceeds_available' });
  t.is(await balance(), '24.999999999');
});

test('a payment made again after its return is credited', async (t) => {
  const { read, balance, entry } = await paidScene();
  await read(camtText([camtEntry({ reference: 'BACK-0001', direction: 'DBIT', text: `WB-${first}` })]), true);
  t.is((await read(camtText([entry]))).already.length, 1);
  const anew = camtEntry({ reference: 'BANK-0002', text: `WB-${first}` });
  t.is((await read(camtText([entry, anew]))).credited.length, 1);
  t.is(await balance(), '25.000000000');
});

test('an entry that shares a reference with a credited payment, and names nothing, is listed', async (t) => {
  const { read } = await paidScene();
  const rent = camtEntry({ reference: 'BANK-0001', text: 'rent' });
  t.like((await read(camtText([rent]))).unmatched[0], { why: 'unknown_reference', text: 'rent' });
  const bare = camtEntry({ reference: 'BANK-0001', text: '' });
  t.is((await read(camtText([bare], { message: '054' }))).already.length, 1);
});

test('a payment and its return in one file are credited and listed, in any order, in one statement or two', async (t) => {
  const refs = { EndToEndId: 'INV-7' };
  const returned = camtEntry({ reference: 'BACK-0001', direction: 'DBIT', transactions: [{ refs, more: back }] });
  for (const between of ['', '</Stmt><Stmt>']) {
    const scene = await importScene();
    const { reference } = await scene.topup(first);
    const paid = camtEntry({ reference: 'BANK-0001', refs, text: reference });
    const { credited, reversed } = await scene.read(camtText([returned, between, paid]), true);
    t.deepEqual([credited.length, reversed.length], [1, 1]);
    t.is(await scene.balance(), '0.000000000');
  }
});

test('what a confirmed payout sent is silent, whatever its text names, and another amount is not', async (t) => {
  const { read, balance, deps, walletId, topup } = await paidScene();
  const payoutId = randomUUID();
  const order = { payoutId, tenantId: randomUUID(), walletId, amount: nanoFromEur('25'), reason: 'end' };
  await recordRequest(deps, order);
  const paid = { bankReference: 'PAYOUT-0001', bankDate: '2026-11-20', actor: 'cli:test' };
  t.true((await confirmPayout(deps, payoutId, paid)).accepted);
  const entry = (amount: string) =>
    camtText([
      camtEntry({ amount, direction: 'DBIT', refs: { EndToEndId: 'PAYOUT-0001' }, text: `for ${topup.reference}` }),
    ]);
  for (const reverses of [false, true]) {
    const { unmatched, returned, reversed, refused } = await read(entry('25.00'), reverses);
    t.deepEqual([unmatched, returned, reversed, refused], [[], [], [], []]);
  }
  t.is((await read(entry('24.00'))).returned.length, 1);
  t.is(await balance(), '25.000000000');
});

test('one return, told by three files that name it otherwise, is reversed once', async (t) => {
  const { read, balance, entry, topup } = await paidScene();
  const again = camtEntry({ reference: 'BANK-0002', refs: { TxId: 'TX-0002' }, text: topup.reference });
  const third = camtEntry({ reference: 'BANK-0003', refs: { TxId: 'TX-0003' }, text: topup.reference });
  await read(camtText([entry, again, third]));
  const returned = (refs: Readonly<Record<string, string>>, number?: string, words = '') =>
    camtEntry({
      direction: 'DBIT',
      transactions: [{ refs, text: `${topup.reference}${words}`, more: back }],
      ...(number !== undefined && { number }),
    });
  const chosen = returned({ EndToEndId: 'BACK-E2' });
  const both = returned({ EndToEndId: 'BACK-E2' }, 'N-0001');
  const numbered = returned({}, 'N-0001', ' returned');
  for (const [told, message] of [
    [chosen, '054'],
    [both, '052'],
    [numbered, '053'],
    [chosen, '054'],
  ] as const) {
    await read(camtText([told], { message }), true);
  }
  t.is(await balance(), '50.000000000');
});
