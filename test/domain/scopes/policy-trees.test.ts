import test from 'ava';
import { array, assert, bigInt, boolean, option, property, record, subarray } from 'fast-check';
import { eurFromNano, nanoFromEur } from '../../../src/domain/money.ts';
import { grantOf } from '../../../src/domain/policy.ts';
import { keyWith, policyWith } from '../../_support/grant-vocabulary.ts';
import { propertyRuns } from '../../_support/property-runs.ts';

const names = ['light', 'average', 'advanced', 'later'];
const amount = bigInt({ min: 0n, max: 10n ** 12n }).map(eurFromNano);
const anyPolicy = record({
  allowed_profiles: subarray(names, { minLength: 1 }),
  allow_all_models: boolean(),
  pii_required: boolean(),
  max_request_eur: amount,
}).map(policyWith);
const anyKey = record({
  allowed_profiles: subarray(names),
  allow_all_models: boolean(),
  max_request_eur: option(amount),
}).map(keyWith);

test('no caller gets what a level above withholds, in any tree of policies', (t) => {
  t.notThrows(() =>
    assert(
      property(anyKey, array(anyPolicy, { maxLength: 7 }), (key, policies) => {
        const grant = grantOf(key, policies, 'light');
        const levels = [key, ...policies];
        const isWithheld = (name: string): boolean =>
          levels.some((level) => !level.allow_all_models && !level.allowed_profiles.includes(name));
        const caps = levels.flatMap(({ max_request_eur: cap }) => (cap === null ? [] : [nanoFromEur(cap)]));
        const hasProfiles = names.every((name) => grant.allows(name) !== isWithheld(name));
        const isCapped = caps.every((cap) => grant.requestCap !== null && grant.requestCap <= cap);
        const isCast = policies.every(({ pii_required }) => !pii_required || grant.piiRequired);
        const hasDefault = grant.defaultProfile === null || grant.allows(grant.defaultProfile);
        return hasProfiles && isCapped && isCast && hasDefault;
      }),
      { numRuns: propertyRuns(500) },
    ),
  );
});

test('a further policy never widens a grant', (t) => {
  t.notThrows(() =>
    assert(
      property(anyKey, array(anyPolicy, { maxLength: 6 }), anyPolicy, (key, policies, more) => {
        const [wide, narrow] = [grantOf(key, policies, null), grantOf(key, [...policies, more], null)];
        const isCapped =
          wide.requestCap === null || (narrow.requestCap !== null && narrow.requestCap <= wide.requestCap);
        return (
          names.every((name) => wide.allows(name) || !narrow.allows(name)) &&
          isCapped &&
          (narrow.piiRequired || !wide.piiRequired)
        );
      }),
      { numRuns: propertyRuns(500) },
    ),
  );
});
