import type { KeyHasher } from '../../ports/key-hasher.ts';

/** What a link to set a passkey says: for whom, and the secret that opens it. */
export interface InvitationLink {
  readonly userId: string;
  /** base64url of 256 random bits. */
  readonly secret: string;
}

/** The path of the console that takes it. */
export function invitationPath({ userId, secret }: InvitationLink): string {
  return `/console/invitation?${new URLSearchParams({ user: userId, secret }).toString()}`;
}

/** The keyed hash by which a link is known: nothing else of its secret is kept. */
export function invitationHash(hasher: KeyHasher, { userId, secret }: InvitationLink): string {
  return hasher.hash(JSON.stringify(['console', 'invitation', userId, secret]));
}
