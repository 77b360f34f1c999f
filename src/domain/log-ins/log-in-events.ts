import { z } from 'zod';
import { actorSchema } from '../actor.ts';
import type { EventsOf } from '../events-of.ts';

const person = { user_id: z.uuid().describe('The person.') };
const actor = actorSchema.optional();
const keyedHash = z.string().regex(/^[0-9a-f]{64}$/);

/** Longest public key of a passkey, characters of base64url: an RSA key of 4,096 bits has some 720. */
const publicKeyCharsMax = 1_400;

const principalInvited = z
  .strictObject({
    ...person,
    invitation_id: z.uuid().describe('The invitation. It ends the one before.'),
    invitation_hash: keyedHash.describe('Keyed hash of the secret of its link.'),
    expires_at: z.iso.datetime().describe('When the link ends, used or not.'),
    replaces: z
      .literal(true)
      .optional()
      .describe('The passkeys and accounts so far have ended with it. Absent: they stay.'),
    actor,
  })
  .describe('A person was invited to the console: a link was made with which they set a passkey, once.');

const principalPasskeySet = z
  .strictObject({
    ...person,
    passkey_id: z.uuid().describe('The passkey.'),
    invitation_id: z.uuid().describe('The invitation that was used for it, and has ended.'),
    credential_hash: keyedHash.describe('Keyed hash of the id by which browsers call the passkey.'),
    public_key: z
      .string()
      .regex(/^[\w-]+$/)
      .max(publicKeyCharsMax)
      .describe('Its public key: base64url of a COSE key. The private key never leaves the device.'),
    sign_count: z.number().int().min(0).max(4_294_967_295).describe('How often it had signed; 0: it does not count.'),
    actor,
  })
  .describe('A person set a passkey, with which they log in to the console.');

const principalPasskeyRemoved = z
  .strictObject({ ...person, passkey_id: z.uuid().describe('The passkey.'), actor })
  .describe('A passkey of a person was removed: it opens nothing any more, and its sessions have ended.');

const principalAccountJoined = z
  .strictObject({
    ...person,
    account_id: z.uuid().describe('The keyed hash of the issuer and of the subject there, in the form of a UUID.'),
    invitation_id: z.uuid().describe('The invitation that was used for it, and has ended.'),
    actor,
  })
  .describe('An account at an issuer was joined to a person: whom the issuer calls so logs in to the console as them.');

/** How a person logs in to the console without a key: events of a `principal-<user id>` stream, by type. */
export const logInEventSchemas = {
  PrincipalInvited: principalInvited,
  PrincipalPasskeySet: principalPasskeySet,
  PrincipalPasskeyRemoved: principalPasskeyRemoved,
  PrincipalAccountJoined: principalAccountJoined,
} as const;

/** An event of how a person logs in. */
export type LogInEvent = EventsOf<typeof logInEventSchemas>;
