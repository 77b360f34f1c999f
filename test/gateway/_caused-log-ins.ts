import { randomUUID } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import type { EventLog } from '../../src/ports/event-log.ts';
import { adminScene, type AdminScene } from '../_support/admin-scene.ts';
import { startIdentityProvider, type TestProvider } from '../_support/identity-provider.ts';
import { invite, PasskeyVisitor, publicUrl } from '../console/_invited.ts';
import { IssuerVisitor } from '../console/_issuer-visitor.ts';

/** Every transition of how a person logs in, each of a person of its own. */

/** What a person does, or has done: a link, one that replaces, a passkey, an account, and a passkey that goes. */
type Step = 'link' | 'replacing' | 'passkey' | 'account' | 'removal';

/** The ways to every state; of those with a passkey, also with two. */
const passkey: readonly Step[] = ['link', 'passkey'];
const account: readonly Step[] = ['link', 'account'];
const states: readonly (readonly Step[])[] = [
  [],
  passkey,
  [...passkey, ...passkey],
  account,
  [...passkey, ...account],
  [...passkey, ...passkey, ...account],
].flatMap((way) => [way, [...way, 'link']]);

export async function causedLogIns(t: ExecutionContext): Promise<readonly EventLog[]> {
  const provider = await startIdentityProvider(t, () => [`${publicUrl}/console/log-in/with/company/back`]);
  const { issuer, clientId: client_id, clientSecret: client_secret } = provider;
  const oidc = { company: { issuer, client_id, client_secret } };
  const scene = await adminScene(t, { top: { admin: { public_url: publicUrl, oidc } } });
  for (const way of states) {
    const last: readonly Step[] = way.at(-1) === 'link' ? ['passkey', 'account'] : [];
    for (const step of [
      'link',
      'replacing',
      ...(way.includes('passkey') ? (['removal'] as const) : []),
      ...last,
    ] as const) {
      await walk({ scene, provider }, [...way, step]);
    }
  }
  return [scene.ledger.log];
}

async function walk(
  { scene, provider }: { readonly scene: AdminScene; readonly provider: TestProvider },
  steps: readonly Step[],
): Promise<void> {
  const { operator } = scene.people;
  const made = { method: 'POST', body: { tenant_id: scene.tenant.tenantId, pii_enabled: false } };
  const userId = String((await scene.ask(operator, '/users', made)).json['id']);
  let [link, browser] = ['', new PasskeyVisitor(scene)];
  const taken: Readonly<Record<Step, () => Promise<number>>> = {
    link: async () => {
      link = await invite(scene, { userId });
      return 200;
    },
    replacing: async () => {
      link = await invite(scene, { userId }, { replace: true });
      return 200;
    },
    passkey: async () => {
      browser = new PasskeyVisitor(scene);
      return (await browser.accept(link)).status;
    },
    account: async () => {
      provider.person = { sub: randomUUID() };
      return (await new IssuerVisitor(scene.adminUrl).join(link)).status;
    },
    removal: async () => {
      await browser.get('/console/sessions');
      const id = /<code>([0-9a-f-]{36})<\/code>/.exec(browser.page)?.[1] ?? '';
      return (await browser.post('/console/passkeys/remove', { _form: browser.hidden('_form'), id })).status;
    },
  };
  for (const step of steps) {
    const status = await taken[step]();
    if (status !== 200 && status !== 303) throw new Error(`${step} of ${steps.join()}: ${status}`);
  }
}
