import { z } from 'zod';
import {
  actionPlace,
  actions,
  actionsPrefix,
  actionsPrefixOf,
  type ActionsDocument,
  type ListedAction,
} from '../../../projections/actions.ts';
import { actionTypes } from '../../domain/actions/action-forms.ts';
import type { Action } from '../../domain/actions/action.ts';
import { followInput, pageInput, textInput, uuidInput } from '../inputs.ts';
import { followEvents } from '../following/follow-events.ts';
import { adminOperation, type AdminOperation, type AdminRequest } from '../operation.ts';
import { idOutput, pageOutput, timeOutput, type Shown } from '../outputs.ts';
import { scannedPage, type ListEntries } from '../owned-page.ts';
import { assertInOrder, keysOfPeriod } from './keys-of-period.ts';
import { placeOfTenant } from '../reads-within.ts';
import { actorMembers, shownActor } from '../shown/shown-actor.ts';
import { tenantInput } from '../tenant-input.ts';

const listInput = z.strictObject({
  ...pageInput,
  ...followInput,
  tenant_id: tenantInput,
  actor_user_id: uuidInput.optional().describe('Only what this person did.'),
  operation: textInput(50).optional().describe('Only this operation, e.g. `narrowKey`.'),
  type: textInput(50).optional().describe('Only these events, e.g. `TopupConfirmed`.'),
  subject_id: uuidInput.optional().describe('Only what was done to this.'),
  from: z.iso.date().default('0001-01-01').describe('First day, UTC.'),
  to: z.iso.date().default('9999-12-31').describe('Last day, UTC.'),
});

type Asked = z.infer<typeof listInput>;

const valuesOutput = z.record(z.string(), z.unknown());

const actionOutput = z
  .strictObject({
    object: z.literal('action'),
    recorded_at: timeOutput,
    type: z.enum([...actionTypes]).describe('The type of its event.'),
    operation: z.string().describe('The operation of this API, or the command that has none.'),
    ...actorMembers,
    subject_kind: z.string(),
    subject_id: z.string(),
    tenant_id: idOutput.nullable(),
    reseller_id: idOutput.nullable(),
    reason: z.string().nullable().describe('In words; `null`: none was asked for.'),
    before: valuesOutput.nullable().describe('What it changed, before, by name; `null`: nothing was there.'),
    after: valuesOutput.describe('The same after it. A long value is its length, `characters`.'),
  })
  .meta({ id: 'Action', description: 'Who did what to whom.' });

const listActions = adminOperation({
  id: 'listActions',
  method: 'get',
  path: '/actions',
  command: 'actions list',
  summary:
    'Show who did what to whom, newest first: actor, operation, what it changed, and the reason. A short page may still have a `next`.',
  action: 'actions.read',
  input: listInput,
  output: pageOutput(actionOutput),
  run: async (asked, request) => {
    assertInOrder(asked);
    const prefix = await prefixOf(asked, request);
    const isWanted = (action: Action): boolean => isOf(asked, shown(action, request));
    return await scannedPage(
      request,
      {
        projection: actions,
        prefix,
        range: keysOfPeriod(prefix, asked),
        list: actionsBelow(request, prefix),
        // The list has actions alone.
        isWanted: (document: ActionsDocument) => isWanted(document as Action),
        shown: (document: ActionsDocument) => shown(document as Action, request),
      },
      asked,
    );
  },
  follow: async (asked, following) => {
    assertInOrder(asked);
    const prefix = await prefixOf(asked, await following.now());
    const { after, upTo } = keysOfPeriod(prefix, asked);
    return await followEvents(
      {
        list: { name: 'following actions', prefix },
        after: asked.after,
        projection: actions,
        streamPrefixes: actions.streamPrefixes,
        types: actionTypes,
        assertMay: (request) => prefixOf(asked, request),
        rowOf: (_, recorded, request) => {
          const key = prefix + actionPlace(recorded);
          const found = after < key && key <= upTo ? actionAt(key, request, prefix) : null;
          const row = found === null ? null : shown(found, request);
          return row !== null && isOf(asked, row) ? row : null;
        },
      },
      following,
    );
  },
});

/** Operations on actions. */
export const actionOperations: readonly AdminOperation[] = [listActions];

/** The actions that the reader reaches. Raises the errors of access checks. */
async function prefixOf({ tenant_id }: Asked, request: AdminRequest): Promise<string> {
  const { administrator } = request;
  const reach = administrator.reach('actions.read');
  if (tenant_id !== undefined) {
    administrator.assertMay('actions.read', await placeOfTenant(request, tenant_id), 'tenant');
    return actionsPrefixOf('tenant', tenant_id);
  }
  if (reach === 'all') return actionsPrefix;
  const { tenant_id: tenantId = '', reseller_id: resellerId = null } = administrator.person ?? {};
  return reach === 'reseller' && resellerId !== null
    ? actionsPrefixOf('reseller', resellerId)
    : actionsPrefixOf('tenant', tenantId);
}

/** The actions of a list, which has the keys of those of one tenant or reseller. */
function actionsBelow({ deps: { readModels } }: AdminRequest, prefix: string): ListEntries<ActionsDocument> {
  return (after) => {
    const entries = readModels.list(actions, after);
    if (prefix === actionsPrefix) return entries;
    return entries.map(({ key, document }) => ({
      key,
      // What follows the list has no place in it.
      document: key.startsWith(prefix) ? readModels.get(actions, (document as ListedAction).action) : null,
    }));
  };
}

/** The action of a list at a key of it; `null`: there is none. */
function actionAt(key: string, { deps: { readModels } }: AdminRequest, prefix: string): Action | null {
  const found = readModels.get(actions, key);
  if (found === null || prefix === actionsPrefix) return found as Action | null; // the list of all has actions alone
  return readModels.get(actions, (found as ListedAction).action) as Action | null;
}

/** What the reader may know of an action. */
function shown({ actor, ...action }: Action, { administrator }: AdminRequest): Shown<typeof actionOutput> {
  return { object: 'action', ...action, ...shownActor(actor, administrator, 'actions.read') };
}

function isOf(asked: Asked, found: Shown<typeof actionOutput>): boolean {
  return (['actor_user_id', 'operation', 'type', 'subject_id'] as const).every(
    (name) => asked[name] === undefined || asked[name] === found[name],
  );
}
