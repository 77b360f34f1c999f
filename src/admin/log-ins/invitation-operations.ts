import { z } from 'zod';
import { changeLogIns } from '../../ledger/administration/recorded-log-ins.ts';
import { uuidInput } from '../inputs.ts';
import { assertUnlimited } from '../limits-below.ts';
import { adminOperation, type AdminOperation } from '../operation.ts';
import { idOutput, timeOutput } from '../outputs.ts';
import { notPossible } from '../refusal-advice.ts';
import { assertTenantOpen, changeablePerson } from '../reads-within.ts';
import { invitationHash, invitationPath } from './invitation-link.ts';

const invitationOutput = z
  .strictObject({
    object: z.literal('invitation'),
    user_id: idOutput,
    expires_at: timeOutput.describe('When the link ends, used or not.'),
    secret: z
      .string()
      .nullable()
      .describe(
        'The link, for the person alone; a path, where the address of the console is not known. `null` where it was shown before.',
      ),
  })
  .meta({ id: 'Invitation' });

/** How long a link may be used, milliseconds. */
const invitationMs = 86_400_000;

const inviteUser = adminOperation({
  id: 'inviteUser',
  method: 'post',
  path: '/users/{user_id}/invitations',
  command: 'users invite',
  summary:
    'Make a link with which a user sets a passkey for the console, or joins their account at an issuer, once within 24 hours. Only the first answer contains it. It ends the link before.',
  action: 'users.write',
  input: z.strictObject({
    user_id: uuidInput,
    replace: z
      .boolean()
      .default(false)
      .describe(
        'Whether the passkeys and joined accounts of the user end now, and their sessions: for a device that was lost.',
      ),
  }),
  output: invitationOutput,
  run: async ({ user_id: userId, replace: replaces }, request) => {
    const { administrator, deps } = request;
    // Whoever has the link acts as the person: it is as much as their key.
    const person = await changeablePerson(request, userId);
    await assertUnlimited(request);
    if (person.status !== undefined) throw notPossible(`user_${person.status}`);
    await assertTenantOpen(request, person.tenant_id);
    const secret = Buffer.from(deps.mintSecret()).toString('base64url');
    const invitation = {
      invitation_id: request.newId(undefined, `invitation ${userId}`),
      invitation_hash: invitationHash(deps.keyHasher, { userId, secret }),
      expires_at: new Date(deps.now() + invitationMs).toISOString(),
    };
    const command = { type: 'invite_principal', userId, invitation, replaces } as const;
    const answer = await changeLogIns({ ...deps, actor: administrator.actor }, command);
    if (!answer.accepted) throw notPossible(answer.refusal);
    const { invitation: open = null } = answer.state ?? {};
    const isNew = open?.invitation_hash === invitation.invitation_hash;
    const link = ((await deps.consoleOrigin()) ?? '') + invitationPath({ userId, secret });
    return {
      object: 'invitation' as const,
      user_id: userId,
      expires_at: open?.expires_at ?? invitation.expires_at,
      secret: isNew ? link : null,
    };
  },
});

/** Operations on how people log in to the console. */
export const invitationOperations: readonly AdminOperation[] = [inviteUser];
