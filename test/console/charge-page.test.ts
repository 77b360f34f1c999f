import test from 'ava';
import { adminScene } from '../_support/admin-scene.ts';
import { ConsoleVisitor } from '../_support/console-visitor.ts';
import { lostInstance, plantReservation } from '../_support/planted-reservation.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';

/** The page of one charge. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
const { call } = scene;
const { finance, member, tenant_admin: admin } = scene.people;
const { tenant } = scene;

test.after.always('close', shared.end);

const visitorOf = (person: { readonly apiKey: string }) => ConsoleVisitor.loggedIn(scene.adminUrl, person);

test('a charge has its lines, and its events with postings that sum to zero', async (t) => {
  const id = await call(member);
  const visitor = await visitorOf(member);
  await visitor.get('/console/');
  const address = `/console/charge?reservation_id=${id}`;
  t.true(visitor.page.includes(`href="${address}"`), 'a list of charges leads to it');
  t.is((await visitor.get(address)).status, 200);
  const text = visitor.page;
  for (const part of ['CreditReserved', 'ReservationSettled', 'Lines of the bill', 'Unit price']) {
    t.true(text.includes(part), part);
  }
  t.is(text.match(/<tfoot>[^]*?value="0\.000000000"/g)?.length, 2);
  t.false(text.includes('sandbox"'), 'members are not told which target was asked');
});

test('the charge of somebody else is as unknown as one that does not exist', async (t) => {
  const id = await call(admin);
  const visitor = await visitorOf(member);
  for (const asked of [`?reservation_id=${id}`, `?reservation_id=${id.replace(/^./, '0')}`]) {
    t.is((await visitor.get(`/console/charge${asked}`)).status, 404, asked);
  }
  t.is((await visitor.get('/console/charge')).status, 400);
});

test('a flagged hold is decided on its page, with a reason', async (t) => {
  const instanceId = await lostInstance(scene.environment);
  const holder = { ...tenant.member, tenantId: tenant.tenantId, walletId: tenant.walletId };
  const planted = { instanceId, upstream: 'elsewhere', flag: 'process_lost' };
  const id = await plantReservation(scene.ledger.log, holder, planted);
  const address = `/console/charge?reservation_id=${id}`;
  const visitor = await visitorOf(finance);
  await visitor.get(address);
  const forms = [...visitor.page.matchAll(/<form method="post" action="[^"]*\/(\w+)" class="fields">/g)];
  t.deepEqual(
    forms.map(([, operation]) => operation),
    ['settleReservation', 'releaseReservation'],
  );
  const own = { _form: visitor.hidden('_form'), _once: visitor.hidden('_once') };
  const fields = { ...own, reservation_id: id, reason: 'the provider has no record of it' };
  t.is((await visitor.post('/console/operations/releaseReservation', fields)).status, 200);
  t.notRegex(visitor.page, /operations\/(settle|release)Reservation/, 'it is decided');
  await visitor.get(address);
  t.true(visitor.page.includes('ReservationReleased'));
  const auditor = await visitorOf(scene.people.auditor);
  await auditor.get(address);
  t.false(auditor.page.includes('action="/console/operations/'));
});

test('whoever reaches many tenants is asked whose charges are meant, and refused nothing yet', async (t) => {
  const visitor = await visitorOf(scene.people.auditor);
  t.is((await visitor.get('/console/operations/listCharges')).status, 200);
  t.false(visitor.page.includes('class="refusal"'));
  t.regex(visitor.page, /name="tenant_id"/);
});
