import test from 'ava';
import * as fc from 'fast-check';
import { beancountAccount } from '../../../src/ledger/export/beancount-format.ts';
import { propertyRuns } from '../../_support/property-runs.ts';

test('each account has a name that beancount takes, and no two have the same', (t) => {
  const platform = ['funding', 'revenue', 'granted', 'breakage'].map((name) => `platform:${name}`);
  const owned = fc.tuple(
    fc.constantFrom('wallet', 'reseller'),
    fc.uuid(),
    fc.constantFrom('available', 'reserved', 'margin'),
  );
  const account = fc.oneof(
    fc.constantFrom(...platform),
    owned.map((parts) => parts.join(':')),
  );
  fc.assert(
    fc.property(account, account, (one, other) => {
      t.regex(beancountAccount(one), /^(Assets|Income|Expenses|Liabilities)(:[A-Z][A-Za-z0-9-]*)+$/);
      t.is(beancountAccount(one) === beancountAccount(other), one === other);
    }),
    { numRuns: propertyRuns(100) },
  );
});
