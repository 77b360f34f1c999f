import { randomBytes, randomUUID } from 'node:crypto';
import test from 'ava';
import { createHmacKeyHasher } from '../../src/adapters/hmac-key-hasher.ts';
import { keyPepper } from '../../src/adapters/secret-file.ts';
import { apiKeySecret } from '../../src/domain/api-key-secret.ts';
import { changeScope } from '../../src/ledger/administration/scope-changes.ts';
import { createApiKey } from '../../src/ledger/identities.ts';
import { adminScene } from '../_support/admin-scene.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { browse, violationsOn } from './_browser.ts';

/** Pages with names that nobody would choose: as text, and within their place. */

const shared = new SharedTeardown();
const scene = await adminScene(shared);
const { origin } = new URL(scene.adminUrl);

test.after.always('close', shared.end);

/** Marks that turn the text behind them, a letter that is written from the right, and the end of C strings. */
const [override, isolate, hebrew, nul] = ['\u202e', '\u2067', '\u05d0', '\0'];
const names = [
  `<script>document.title='run'</script><img src=x onerror="document.title='run'">`,
  `${override}turned${isolate}${hebrew}`,
  'W'.repeat(200),
  `cut${nul}off`,
];

/** Everything with a name, under each of them: written to the ledger, as the API takes no NUL. */
async function named(name: string): Promise<readonly string[]> {
  const { ledger, environment, people, tenant } = scene;
  const { log, wallets } = ledger;
  const keyHasher = createHmacKeyHasher(keyPepper(environment['WAYBILL_DATA_DIR'] ?? '', null));
  const identities = { log, createId: randomUUID, actor: 'system:test', keyHasher };
  const made = async (kind: 'reseller' | 'tenant' | 'group', parent_id: string | null): Promise<string> => {
    const scope = { scope_kind: kind, scope_id: randomUUID(), parent_id, name };
    await changeScope(identities, { kind, scopeId: scope.scope_id }, { type: 'create_scope', scope });
    return scope.scope_id;
  };
  const reseller = await made('reseller', null);
  const tenantId = await made('tenant', reseller);
  const group = await made('group', tenant.tenantId);
  const [walletId, keyId, { userId }] = [await scene.addWallet(tenantId), randomUUID(), people.member];
  await wallets.execute(walletId, { type: 'credit_wallet', creditId: randomUUID(), amount: 10n, reason: name });
  const limits = { allowedProfiles: [], allowAllModels: true, maxRequestEur: null, budgetEur: null, expiresAt: null };
  const key = { keyId, secret: apiKeySecret(randomBytes(32)), name, userId, tenantId: tenant.tenantId, walletId };
  await createApiKey(identities, { ...key, ...limits });
  return [
    `/console/tenant?tenant_id=${tenantId}`,
    `/console/group?group_id=${group}`,
    `/console/operations/showReseller?reseller_id=${reseller}`,
    '/console/operations/listTenants',
    `/console/operations/listGroups?tenant_id=${tenant.tenantId}`,
    `/console/operations/listKeys?user_id=${userId}`,
    `/console/operations/showKey?key_id=${keyId}`,
    `/console/person?user_id=${userId}`,
    `/console/wallet?wallet_id=${walletId}`,
    `/console/operations/changeTenant?tenant_id=${tenantId}&name=${encodeURIComponent(name)}`,
    '/console/operations/listActions',
    '/console/ledger?after=',
    '/console/',
  ];
}

/** Text with marks that does not begin an element which isolates it. */
const loose = `[...(function* (walk) { while (walk.nextNode()) yield walk.currentNode })(
  document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
)].filter(({ data, parentElement }) => /[\\u202a-\\u202e\\u2066-\\u2069\\u05d0]/.test(data) &&
  !(/^(isolate|plaintext)/.test(getComputedStyle(parentElement).unicodeBidi) &&
    /^[\\u202a-\\u202e\\u2066-\\u2069\\u05d0]/.test(parentElement.textContent.trim()))
).map(({ data, parentElement }) => parentElement.outerHTML.slice(0, 200))`;

for (const [index, name] of names.entries()) {
  test.serial(`a name is text, within its place: ${JSON.stringify(name).slice(0, 30)}`, async (t) => {
    const pages = await named(name);
    const { page, complaints } = await browse(t);
    await page.goto(scene.consoleLink().href);
    await page.waitForURL(`${origin}/console/`);
    let seen = 0;
    for (const path of pages) {
      await page.setViewportSize({ width: 320, height: 700 });
      await page.goto(origin + path);
      t.is(await page.evaluate('document.documentElement.scrollWidth'), 320, path);
      t.deepEqual(await page.evaluate(loose), [], path);
      t.deepEqual(await violationsOn(page), [], path);
      t.not(await page.evaluate('document.title'), 'run', path);
      const text = (await page.textContent('body')) ?? '';
      if (text.includes(name.replace(nul, '\u2400'))) seen += 1;
      t.false(text.includes(nul), path);
    }
    t.true(seen >= 7, `${seen} pages have the name ${index}`);
    t.deepEqual(complaints, []);
  });
}
