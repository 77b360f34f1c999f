// An upgrade as docs/operations.md has it, from this version to a later one, and back again: what stays whole, who goes on, and
// what stops before the first event that only the later version knows. `WAYBILL_UPGRADE_EVENTS`: how long the log is.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import type { GatewayProcess } from '../_support/gateway.ts';
import { httpCall } from '../_support/http-call.ts';
import { appendHistory } from '../_support/ledger-history.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { until } from '../_support/until.ts';
import { laterVersion } from './_later-version.ts';
import { chargedIn, Client, setPlace, startVersion, waybillOf, type Engine, type Place } from './_place.ts';

const thisVersion = join(import.meta.dirname, '..', '..');
const named = Number(process.env['WAYBILL_UPGRADE_EVENTS'] ?? 20_000);
/** The peer keeps its events in memory, one call for each append. */
const eventsOf = { sqlite: named, eventstoredb: Math.min(named / 4, 50_000) };
const eventsPerWallet = 100;
const clientsAtOnce = 6;

/** The rest of the log is written while the later version starts. */
const shareBefore = 0.9;

const walletsOf = (events: number): number => Math.ceil(events / eventsPerWallet);

async function writeEvents(place: Place, events: number): Promise<number> {
  return await appendHistory(place.ledger.log, { events, wallets: walletsOf(events), closingEvents: 256 });
}

async function notices({ metricsUrl }: GatewayProcess): Promise<readonly string[]> {
  const { text } = await httpCall(`${new URL(metricsUrl ?? '').origin}/readyz`);
  return (JSON.parse(text) as { readonly notices: readonly string[] }).notices;
}

/** It says which wallet it cannot read any more. */
async function assertTold(t: ExecutionContext, gateway: GatewayProcess, { tenant }: Client): Promise<void> {
  const [notice = ''] = await until('it says so', async () => {
    const told = await notices(gateway);
    return told.length > 0 && told;
  });
  t.regex(notice, new RegExp(`^stream_waiting: wallet-${tenant.walletId} .*WalletNoted.*upgrade`));
}

interface Verified {
  readonly ok: boolean;
  readonly events: number;
  readonly projections: readonly { readonly name: string; readonly documents: number }[];
}

async function assertVerified(t: ExecutionContext, version: string, place: Place): Promise<Verified> {
  const { exitCode, stdout, stderr } = await waybillOf(version, place.environment(), 'ledger', 'verify', '--json');
  t.is(exitCode, 0, `${stdout}${stderr}`);
  return JSON.parse(stdout) as Verified;
}

async function assertChargedAsTold(t: ExecutionContext, place: Place, clients: readonly Client[]): Promise<void> {
  for (const { tenant, charged } of clients) {
    t.is(await chargedIn(place, tenant), charged, 'the ledger has what the client was told');
  }
}

/** Its read models have everything that is recorded: of a million events that takes minutes. */
async function untilLive({ metricsUrl }: GatewayProcess): Promise<void> {
  for (;;) {
    const { text } = await httpCall(metricsUrl ?? '');
    if (/^waybill_projection_is_live 1$/m.test(text) && /^waybill_projection_pending_events 0$/m.test(text)) return;
    await pause(200);
  }
}

const teardown = new SharedTeardown();
const later = laterVersion(teardown);
test.after.always(teardown.end);

const say = (t: ExecutionContext, what: string): void => {
  t.log(what);
  process.stderr.write(`${new Date().toISOString()} ${what}\n`);
};

for (const engine of ['sqlite', 'eventstoredb'] as const satisfies readonly Engine[]) {
  test.serial(
    `an upgrade under load loses and refuses nothing, and can be taken back before the first new event: ${engine}`,
    async (t) => {
      t.timeout(7_200_000);
      const place = await setPlace(t, engine);
      const events = eventsOf[engine];
      let written = await writeEvents(place, events * shareBefore);
      say(t, `${written} events are written`);
      const clients: Client[] = [];
      while (clients.length < clientsAtOnce) clients.push(new Client(await place.ledger.tenant({ creditEur: '1000' })));
      const [noted, other] = clients;
      if (noted === undefined || other === undefined) return t.fail();

      // Reactors first, then a gateway, both beside the old version, which serves all the while and is written beside.
      const old = await startVersion(t, thisVersion, place.environment());
      const balancer = [old];
      const calling = clients.map((client) => client.callAll(balancer));
      const writing = writeEvents(place, events * (1 - shareBefore));
      const reactors = await startVersion(t, later, place.environment(), 'reactors');
      const gateway = await startVersion(t, later, place.environment(), 'gateway');
      written += await writing;
      balancer.splice(0, 1, gateway);
      // As the page has it, the old version is ended after the last call that chose it has come.
      const begun = clients.map((client) => client.begun);
      await until('every client calls the later version', () =>
        clients.every((client, at) => client.begun > (begun[at] ?? 0)),
      );
      const answeredByOld = clients.reduce((sum, { answered }) => sum + answered, 0);
      await old.kill('SIGTERM');
      t.is(old.child.exitCode, 0, 'it drained');
      const answered = (): number => clients.reduce((sum, client) => sum + client.answered, 0);
      await until('the later version serves', () => answered() > answeredByOld + 10 * clientsAtOnce);
      balancer.pop();
      await Promise.all(calling);
      say(t, `${written} events, and ${answered()} calls, ${answeredByOld} of them before the switch`);
      t.deepEqual(
        clients.flatMap(({ failures }) => failures),
        [],
      );
      await assertChargedAsTold(t, place, clients);
      await untilLive(reactors);
      await untilLive(gateway);
      for (const running of [reactors, gateway]) await running.kill('SIGTERM');

      say(t, 'verified by both');
      const before = await assertVerified(t, thisVersion, place);
      const after = await assertVerified(t, later, place);
      t.is(after.events, before.events);
      const notes = after.projections.find(({ name }) => name === 'wallet-notes@1');
      const wallets = walletsOf(events * shareBefore) + walletsOf(events * (1 - shareBefore)) + clientsAtOnce;
      if (engine === 'sqlite') t.is(notes?.documents, wallets, 'the new read model has the whole log');

      say(t, 'taken back');
      {
        const again = await startVersion(t, thisVersion, place.environment());
        for (const client of clients) t.is(await client.call(again), null);
        await assertChargedAsTold(t, place, clients);
        t.deepEqual(await notices(again), []);
        await again.kill('SIGTERM');
      }
      await assertVerified(t, thisVersion, place);

      say(t, 'the first new event, with both versions running');
      const shared = place.environment();
      const [behind, ahead] = [
        await startVersion(t, thisVersion, shared),
        await startVersion(t, later, engine === 'sqlite' ? shared : place.environment()),
      ];
      for (const client of clients) t.is(await client.call(behind), null);
      const credited = await waybillOf(later, place.environment(), 'wallets', 'credit', noted.tenant.walletId, '1');
      t.is(credited.exitCode, 0, credited.stderr);
      t.regex((await noted.call(behind)) ?? '', /^503 .*"code":"ledger_newer_than_gateway"/s);
      t.is(await other.call(behind), null, 'other wallets are served');
      // On a shared directory the later version folds it for both, perhaps before the other has looked.
      if (engine === 'eventstoredb') await assertTold(t, behind, noted);
      for (let call = 0; call < 3; call += 1) t.is(await noted.call(ahead), null);
      await until('what the old version left is folded', async () => (await notices(ahead)).length === 0);
      await assertChargedAsTold(t, place, clients);
      await until('no hold is open for the later version', async () => {
        const { stdout } = await waybillOf(later, place.environment(), 'reservations', 'list', '--json');
        return (JSON.parse(stdout) as { readonly data: readonly unknown[] }).data.length === 0;
      });
      for (const running of [behind, ahead]) await running.kill('SIGTERM');

      say(t, 'taken back after it');
      {
        const again = await startVersion(t, thisVersion, place.environment());
        t.regex((await noted.call(again)) ?? '', /^503 .*"code":"ledger_newer_than_gateway"/s);
        t.is(await other.call(again), null);
        if (engine === 'eventstoredb') await assertTold(t, again, noted);
        const { exitCode, stdout } = await waybillOf(thisVersion, place.environment(), 'ledger', 'verify', '--json');
        t.is(exitCode, 1);
        t.regex(stdout, /"kind":"event_type".*"found":"WalletNoted"/);
        await again.kill('SIGTERM');
      }

      say(t, 'upgraded once more');
      const last = await startVersion(t, later, place.environment());
      for (const client of clients) t.is(await client.call(last), null);
      t.deepEqual(await notices(last), []);
      await last.kill('SIGTERM');
      await assertChargedAsTold(t, place, clients);
      await assertVerified(t, later, place);
    },
  );
}
