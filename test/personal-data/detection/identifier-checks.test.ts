import test from 'ava';
import { named, type IdentifierCheck } from '../../../src/personal-data/detection/identifier-checks.ts';

const passes = ({ form, isValid }: IdentifierCheck, compact: string) => form.test(compact) && isValid(compact);

// Each is issued by its state's rule, and refused by stdnum 1.12.0.
const issued = {
  'Austria, a day with more people than numbers': '1008121370',
  'Romania, of no county': '1980529701231',
  'Ireland, second letter B': '1234567OB',
  'Sweden, by century': '197010632391',
};

for (const [kind, number] of Object.entries(issued)) {
  test(`a number that is issued passes its check, with its last digit changed it does not: ${kind}`, (t) => {
    const checks = named.filter((each) => passes(each, number));
    t.true(checks.some(({ entity }) => entity === 'NATIONAL_ID'));
    const changed = number.replace(/\d(?=\D{0,2}$)/, (last) => String((Number(last) + 1) % 10));
    t.false(checks.every((each) => passes(each, changed)));
  });
}
