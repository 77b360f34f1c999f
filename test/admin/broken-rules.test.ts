import test from 'ava';
import { z } from 'zod';
import { adminOperations } from '../../src/admin/operations.ts';
import { checkedInput } from '../../src/admin/read-input.ts';
import { GatewayError } from '../../src/errors.ts';
import { moneyInput, nameInput, uuidInput } from '../../src/admin/inputs.ts';

const input = z.strictObject({
  id: uuidInput,
  name: nameInput,
  amount_eur: moneyInput.optional(),
  kind: z.enum(['group', 'tenant']).optional(),
  version: z.literal('1').optional(),
  day: z.iso.date().optional(),
  at: z.iso.datetime().optional(),
  is_open: z.boolean().optional(),
  limit: z.number().int().min(1).max(100).optional(),
  shares: z
    .array(z.strictObject({ wallet_id: uuidInput }))
    .min(1)
    .max(2)
    .optional(),
  limits: z.strictObject({}).optional(),
});
const valid = { id: '0b7d7f1e-5f5e-4f0a-9d0e-2f4a5b6c7d8e', name: 'Ada' };

function refused(given: object, of: { readonly input: z.ZodObject } = { input }): GatewayError {
  try {
    checkedInput(of, given);
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

const cases: readonly (readonly [given: object, says: string])[] = [
  [{ id: undefined }, '`id` is missing.'],
  [{ id: 'x' }, '`id` must be a UUID.'],
  [{ name: 7 }, '`name` must be a string.'],
  [{ name: 'x'.repeat(201) }, '`name` may have at most 200 characters.'],
  [{ name: 'a\nb' }, '`name` must be text without control characters.'],
  [{ amount_eur: 'much' }, '`amount_eur` must be digits, optionally a dot and 1 to 9 decimals.'],
  [{ kind: 'person' }, '`kind` must be one of group, tenant.'],
  [{ version: '2' }, '`version` must be 1.'],
  [{ day: 'today' }, '`day` must be a date, such as 2026-01-31.'],
  [{ at: 'now' }, '`at` must be a time, such as 2026-01-31T12:00:00Z.'],
  [{ is_open: 'yes' }, '`is_open` must be true or false.'],
  [{ limit: 0 }, '`limit` must be a whole number from 1 to 100.'],
  [{ limit: 'ten' }, '`limit` must be a whole number from 1 to 100.'],
  [{ shares: {} }, '`shares` must be a list.'],
  [{ shares: [] }, '`shares` must have at least 1 entry.'],
  [{ shares: [{}] }, '`shares.0.wallet_id` is missing.'],
  [{ limits: [] }, '`limits` must be an object.'],
];

for (const [given, says] of cases) {
  test(`an input with ${JSON.stringify(given).slice(0, 60)} is refused: ${says}`, (t) => {
    const error = refused({ ...valid, ...given });
    t.is(error.code, 'invalid_value');
    t.true(error.message.startsWith(says), error.message);
  });
}

const unknown: readonly (readonly [given: object, says: string])[] = [
  [{ limit_max: 1 }, '`limit_max` is unknown here. Known: `id`, `name`, `amount_eur`'],
  [{ shares: [{ wallet: 'x', wallet_id: valid.id }] }, '`shares.0.wallet` is unknown here. Known: `wallet_id`.'],
  [{ limits: { requests: 1 } }, '`limits.requests` is unknown here. '],
];

for (const [given, says] of unknown) {
  test(`an input with the unknown member of ${JSON.stringify(given)} is refused with the known ones`, (t) => {
    const error = refused({ ...valid, ...given });
    t.is(error.code, 'unsupported_parameter');
    t.true(error.message.startsWith(says), error.message);
  });
}

test('every required member of every operation is named when it is missing', (t) => {
  for (const { input: schema } of adminOperations) {
    for (const [name, member] of Object.entries<z.ZodType>(schema.shape)) {
      if (member.safeParse(undefined).success) continue;
      const error = refused({}, { input: z.strictObject({ [name]: member }) });
      t.true(error.message.startsWith(`\`${name}\` is missing.`), error.message);
    }
  }
});

test('every rule of a text has words for what is valid', (t) => {
  for (const { id, input: schema } of adminOperations) {
    for (const [name, member] of Object.entries<z.ZodType>(schema.shape)) {
      const parsed = z.strictObject({ [name]: member }).safeParse({ [name]: '\n' });
      if (parsed.success) continue;
      const error = refused({ [name]: '\n' }, { input: z.strictObject({ [name]: member }) });
      t.notRegex(error.message, /Invalid|expected/, `${id}: ${error.message}`);
    }
  }
});
