import test from 'ava';
import { adminScene } from '../_support/admin-scene.ts';
import { ConsoleVisitor } from '../_support/console-visitor.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** The page of the ledger, and a wallet as it was. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
const { call } = scene;
const { auditor, member, tenant_admin: admin } = scene.people;

test.after.always('close', shared.end);

const visitorOf = (person: { readonly apiKey: string }) => ConsoleVisitor.loggedIn(scene.adminUrl, person);

test.serial(
  'the ledger shows what came since its page was opened, the newest first, each event summing to zero',
  async (t) => {
    const visitor = await visitorOf(auditor);
    const { status, headers } = await visitor.get('/console/ledger');
    t.is(status, 302);
    const address = String(headers.location);
    t.is((await visitor.get(address)).status, 200);
    t.true(visitor.page.includes('Nothing has come since you opened this page.'));
    t.regex(visitor.page, /data-follow="\/console\/operations\/listPostings\?after=[^"]*follow=true"/);
    await call(member);
    await visitor.get(address);
    const titles = [...visitor.page.matchAll(/<h3>(\w+)<\/h3>/g)].map(([, title]) => title);
    t.deepEqual(titles.slice(0, 2), ['ReservationSettled', 'CreditReserved']);
    t.is(visitor.page.match(/<tfoot>[^]*?value="0\.000000000"/g)?.length, 2);
    t.false(visitor.page.includes('"Hi"'));
  },
);

test.serial('only those who run the platform see the whole ledger', async (t) => {
  for (const person of [member, admin]) {
    const visitor = await visitorOf(person);
    t.is((await visitor.get('/console/ledger')).status, 403);
    await visitor.get('/console/');
    t.false(visitor.page.includes('/console/ledger'));
  }
});

test.serial('a cursor of somebody else, or of another list, opens no place in it', async (t) => {
  const operator = await visitorOf(scene.people.operator);
  const { headers } = await operator.get('/console/ledger');
  const visitor = await visitorOf(auditor);
  t.is((await visitor.get(String(headers.location))).status, 400);
  t.is((await visitor.get('/console/ledger?after=x')).status, 400);
});

test.serial('a wallet is opened as it was after any of its events', async (t) => {
  const { json } = await scene.ask(member, `/users/${member.userId}`);
  const walletId = String(json['wallet_id']);
  await call(member);
  const entries = await scene.ask(member, `/wallets/${walletId}/entries?limit=200&order=oldest_first`);
  const rows = entries.json['data'] as readonly Readonly<Record<string, unknown>>[];
  const lastOf = new Map(rows.map((row) => [Number(row['revision']), row]));
  for (const [revision, row] of lastOf) {
    const shown = await scene.ask(member, `/wallets/${walletId}?revision=${revision}`);
    t.like(shown.json, { posted_eur: row['posted_eur'], reserved_eur: row['reserved_eur'] }, String(revision));
  }
  const visitor = await visitorOf(member);
  await visitor.get(`/console/wallet?wallet_id=${walletId}&revision=1`);
  t.regex(visitor.page, /As it was after revision 1/);
  t.notRegex(visitor.page, /Open holds<\/h2>|<h2>Statement/, 'what is held now is not of then');
  t.is((await visitor.get(`/console/wallet?wallet_id=${walletId}&revision=100000`)).status, 404);
  t.is((await visitor.get(`/console/wallet?wallet_id=${walletId}&revision=-1`)).status, 400);
  t.is((await visitor.get(`/console/wallet?wallet_id=${walletId}&revision=1&nothing=1`)).status, 400);
});
