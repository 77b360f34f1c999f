import test from 'ava';
import { seededDirectory, waybill, waybillFailure, waybillJson } from '../_support/waybill-command.ts';
import { tenantId } from '../_support/wallet-vocabulary.ts';

const rules = ['--profiles', 'light,average', '--default-profile', 'light', '--max-request-eur', '0.25'];

test('a policy is set, replaced and listed', async (t) => {
  const environment = await seededDirectory(t);
  const args = ['policies', 'set', '--scope', 'tenant', '--id', tenantId.toUpperCase(), ...rules];
  const expected = {
    scope_kind: 'tenant',
    scope_id: tenantId,
    allowed_profiles: ['light', 'average'],
    default_profile: 'light',
    pii_required: true,
    max_request_eur: '0.250000000',
    allow_all_models: false,
    pii_grades: { PERSON: 'B', IBAN: 'A' },
  };
  const asked = ['--pii-required', '--pii-grades', 'person=b, IBAN=A'];
  t.deepEqual(await waybillJson(t, environment, ...args, ...asked), expected);
  const { policies } = await waybillJson(t, environment, 'policies', 'list');
  t.like(policies, [expected]);
  t.regex((await waybill(t, environment, 'policies', 'list')).stdout, /light,average/);
  t.like(await waybillJson(t, environment, 'ledger', 'verify'), { ok: true, events: 29 });
});

test('the platform has a policy without an id, and may allow everything', async (t) => {
  const environment = await seededDirectory(t);
  const args = ['policies', 'set', '--scope', 'platform', '--all-models', '--default-profile', 'light'];
  t.like(await waybillJson(t, environment, ...args, '--max-request-eur', '1'), {
    scope_id: '00000000-0000-0000-0000-000000000000',
    allow_all_models: true,
    allowed_profiles: ['light'],
  });
});

test('a policy that cannot be is wrong usage', async (t) => {
  const environment = await seededDirectory(t);
  const set = (...args: readonly string[]) => waybillFailure(t, environment, 'policies', 'set', ...args);
  const failures = [
    await set('--scope', 'tenant', ...rules),
    await set('--scope', 'platform', '--id', tenantId, ...rules),
    await set('--scope', 'tenant', '--id', tenantId, ...rules, '--default-profile', 'advanced'),
    await set('--scope', 'tenant', '--id', tenantId, '--default-profile', 'light', '--max-request-eur', '1'),
    await set('--scope', 'tenant', '--id', tenantId, '--profiles', 'light'),
    await set('--scope', 'tenant', '--id', tenantId, ...rules, '--pii-grades', 'PERSON=Z'),
  ];
  t.deepEqual(
    failures.map(({ exitCode }) => exitCode),
    [2, 2, 2, 2, 2, 2],
  );
});
