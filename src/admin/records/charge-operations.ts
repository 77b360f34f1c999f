import { z } from 'zod';
import { charges, chargesPrefix, listedCharges, type ChargesDocument } from '../../../projections/charges.ts';
import { chargeStates, isEstimated, type ChargeRecord } from '../../domain/charges/charge-record.ts';
import { recordedIn } from '../../domain/charges/calendar.ts';
import { GatewayError } from '../../errors.ts';
import { daysZoneInput, followInput, pageInput, textInput, uuidInput } from '../inputs.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from '../operation.ts';
import { notFound } from '../administrator.ts';
import { assertInOrder, keysOfPeriod } from './keys-of-period.ts';
import { followCharges } from './followed-charges.ts';
import { pageOutput, type Shown } from '../outputs.ts';
import { scannedPage } from '../owned-page.ts';
import { keyWithin, personWithin, placeOfTenant } from '../reads-within.ts';
import { chargeForAdministrator, chargeForMember, chargeOutput, isOverrun } from '../shown/shown-charge.ts';

const listInput = z.strictObject({
  ...pageInput,
  ...followInput,
  tenant_id: uuidInput
    .optional()
    .describe(
      'Only charges of this tenant. Absent: of the user or the key, else of the tenant of the caller, or a member’s own.',
    ),
  user_id: uuidInput.optional().describe('Only charges of this user.'),
  key_id: uuidInput.optional().describe('Only charges of this key.'),
  profile: textInput(200).optional().describe('Only those that this profile answered.'),
  upstream_model: textInput(200).optional().describe('Only those of this model, as its upstream calls it.'),
  upstream: textInput(200).optional().describe('Only those of this upstream. Not for members.'),
  tag: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,31}(=[A-Za-z0-9][\w.:/-]{0,63})?$/, 'the name of a tag, or `<name>=<value>`')
    .optional()
    .describe('`<name>=<value>`, or `<name>` with any value.'),
  state: z.enum(chargeStates).optional().describe('Only those in this state.'),
  estimate: z.boolean().optional().describe('Whether a part of it was charged by something else than counters.'),
  overrun: z.boolean().optional().describe('Whether it cost more than was held.'),
  from: z.iso.date().default('0001-01-01').describe('First day of the zone on which the hold was made.'),
  to: z.iso.date().default('9999-12-31').describe('Last day of the zone.'),
  zone: daysZoneInput,
});

type Asked = z.infer<typeof listInput>;

const listCharges = adminOperation({
  id: 'listCharges',
  method: 'get',
  path: '/charges',
  command: 'charges list',
  commandNeeds: ['tenant_id'],
  summary:
    'Show what requests were held, charged or released, newest first, also those that still run. A short page may still have a `next`.',
  action: 'charges.read',
  input: listInput,
  output: pageOutput(chargeOutput),
  run: async (asked, request) => {
    assertInOrder(asked);
    const prefix = await prefixOf(asked, request);
    return await scannedPage(
      request,
      {
        projection: charges,
        prefix,
        range: keysOfPeriod(prefix, asked),
        list: (after) => listedCharges(request.deps.readModels, { ...after, prefix }),
        // The list has charges alone.
        isWanted: (document: ChargesDocument) => isOf(asked, document as ChargeRecord),
        shown: (document: ChargesDocument) => shownTo(document as ChargeRecord, request),
      },
      asked,
    );
  },
  follow: async (asked, following) => {
    assertInOrder(asked);
    const prefix = await prefixOf(asked, await following.now());
    return await followCharges(
      {
        prefix,
        after: asked.after,
        // Another list than at first: the roles of the reader have changed.
        assertMay: async (request) => {
          if ((await prefixOf(asked, request)) !== prefix) throw notFound('list');
        },
        isWanted: (charge) => isWithin(asked, charge) && isOf(asked, charge),
        shown: shownTo,
      },
      following,
    );
  },
});

/** Operations on charges. */
export const chargeOperations: readonly AdminOperation[] = [listCharges];

/** Whether the hold was made on the days asked for. */
function isWithin({ from, to, zone }: Asked, { reserved_at }: ChargeRecord): boolean {
  const day = recordedIn(zone, reserved_at).slice(0, 10);
  return from <= day && day <= to;
}

const whose = '`tenant_id`, `user_id` or `key_id` is missing: name whose charges are meant.';
const notTold = 'Members are not told which upstream was asked: leave `upstream` out.';

/** The list that has the charges. Raises the errors of access checks, and `invalid_value`. */
async function prefixOf({ tenant_id, user_id, key_id, upstream }: Asked, request: AdminRequest): Promise<string> {
  const { administrator } = request;
  const { person } = administrator;
  const reach = administrator.reach('charges.read');
  if (reach === 'own' && upstream !== undefined) throw new GatewayError('not_permitted', { detail: notTold });
  if (reach === 'own' && tenant_id !== undefined && tenant_id !== person?.tenant_id) throw notFound('tenant');
  if (key_id !== undefined) {
    await keyWithin(request, 'charges.read', key_id);
    return chargesPrefix('key', key_id);
  }
  const ofPerson = user_id === undefined ? null : await personWithin(request, 'charges.read', user_id);
  if (reach === 'own' && person !== null) return chargesPrefix('user', person.user_id);
  const own = reach === 'all' ? undefined : person?.tenant_id;
  const tenantId = tenant_id ?? ofPerson?.tenant_id ?? own;
  if (tenantId === undefined) throw new GatewayError('invalid_value', { detail: whose, param: 'tenant_id' });
  administrator.assertMay('charges.read', await placeOfTenant(request, tenantId), 'tenant');
  return chargesPrefix('tenant', tenantId);
}

/** Members read as callers do. */
function shownTo(charge: ChargeRecord, { administrator }: AdminRequest): Shown<typeof chargeOutput> {
  return administrator.reach('charges.read') === 'own' ? chargeForMember(charge) : chargeForAdministrator(charge);
}

function isOf(asked: Asked, charge: ChargeRecord): boolean {
  const { tenant_id, user_id, key_id, profile, upstream, upstream_model, state } = charge;
  const found = { tenant_id, user_id, key_id, profile, upstream, upstream_model, state };
  const flags = { estimate: isEstimated(charge), overrun: isOverrun(charge) };
  const isSame = Object.entries({ ...found, ...flags }).every(
    // `as`: of the same names.
    ([name, value]) => asked[name as keyof typeof found] === undefined || asked[name as keyof typeof found] === value,
  );
  return isSame && hasTag(charge, asked.tag);
}

function hasTag({ tags = {} }: ChargeRecord, tag: string | undefined): boolean {
  if (tag === undefined) return true;
  const [name = '', value] = tag.split('=');
  return Object.hasOwn(tags, name) && (value === undefined || tags[name] === value);
}
