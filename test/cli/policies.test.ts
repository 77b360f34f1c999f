import test from 'ava';
import { seededDirectory, waybill, waybillFailure, waybillJson } from '../_support/waybill-command.ts';
import { tenantId } from '../_support/wallet-vocabulary.ts';

const rules = ['--allowed-profiles', 'light,average', '--default-profile', 'light', '--max-request-eur', '0.25'];

test('a policy is set, replaced and listed', async (t) => {
  const environment = await seededDirectory(t);
  const args = ['policies', 'set', 'tenant', tenantId.toUpperCase(), ...rules];
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
  const asked = ['--pii-required', 'true', '--pii-grades', '{"PERSON":"B","IBAN":"A"}'];
  t.like(await waybillJson(t, environment, ...args, ...asked), expected);
  const { policies } = await waybillJson(t, environment, 'policies', 'list');
  t.like(policies, [expected]);
  t.regex((await waybill(t, environment, 'policies', 'list')).stdout, /light,average/);
  t.like(await waybillJson(t, environment, 'ledger', 'verify'), { ok: true, events: 29 });
});

test('a policy that cannot be is wrong usage', async (t) => {
  const environment = await seededDirectory(t);
  const set = (...args: readonly string[]) => waybillFailure(t, environment, 'policies', 'set', ...args);
  for (const args of [
    ['tenant', ...rules],
    ['world', tenantId, '--pii-required', 'false', ...rules],
    ['tenant', tenantId, '--pii-required', 'false', '--default-profile', 'light'],
    ['tenant', tenantId, '--pii-required', 'false', ...rules, '--pii-grades', '{"PERSON":"Z"}'],
  ]) {
    t.is((await set(...args)).exitCode, 2, args.join(' '));
  }
});
