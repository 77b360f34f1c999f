import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { notPossible } from '../admin/refusal-advice.ts';
import { GatewayError } from '../errors.ts';
import { addressOf } from './address-of.ts';
import { begin, type Entering, fail, isEmbedded, showOpenly } from './entering.ts';
import { postedForm } from './forms/posted-form.ts';
import { invited, linkEnded, namedIn } from './log-ins/invited.ts';
import { readPasskeyAnswer } from './log-ins/passkey-answer.ts';
import { newPasskeyOptions } from './log-ins/passkey-options.ts';
import { invitationPage } from './pages/invitation-page.ts';
import { ownTriesMax } from './sessions/log-in-pace.ts';
import type { SessionSite } from './sessions/session-site.ts';
import type { ConsoleParts } from './console-parts.ts';

/** What a challenge to log in is made for. */
export const logInPurpose = 'passkey';

/** Passkeys: set by a link, used to log in, removed by their person. */
export function passkeyRoutes(router: Router, parts: ConsoleParts, entering: Entering): void {
  router.get('/invitation', (ctx) => showInvitation(ctx, parts, entering));
  router.post('/invitation', (ctx) => setPasskey(ctx, parts, entering));
  router.post('/log-in/passkey', (ctx) => logInByPasskey(ctx, parts, entering));
  router.post(
    '/passkeys/remove',
    parts.visited(async (ctx, visit) => {
      const form = await postedForm(ctx, visit, parts.deps);
      const { person } = visit;
      if (person === null) throw new GatewayError('not_permitted', { detail: 'A machine has no passkeys.' });
      const actor = visit.administrator('users.read').actor;
      await parts.deps.people.removePasskey(person.user_id, form.get('id') ?? '', actor);
      ctx.redirect(addressOf('/sessions'));
      ctx.status = 303;
    }),
  );
}

/** Reading the page uses nothing up: programs that look into mail open links too. */
async function showInvitation(ctx: Context, parts: ConsoleParts, entering: Entering): Promise<void> {
  const site = entering.siteOf(ctx);
  const named = namedIn(new URLSearchParams(ctx.querystring));
  const rpId = rpIdOf(site);
  const names = entering.namesOf(ctx);
  entering.assertPace(names);
  if (isEmbedded(ctx)) throw linkEnded();
  try {
    const { hash } = await invited(parts, named);
    const challenge = parts.deps.attempts.begin(invitationPurpose(hash));
    const options = newPasskeyOptions({ rpId, challenge, userId: named.userId });
    const { issuers } = parts.deps;
    showOpenly(ctx, parts, (speech) => invitationPage(speech, { ...named, options, issuers }));
  } catch (error) {
    fail(error, names, entering);
    throw error;
  }
}

function invitationPurpose(hash: string): string {
  return JSON.stringify(['invitation', hash]);
}

async function setPasskey(ctx: Context, parts: ConsoleParts, entering: Entering): Promise<void> {
  const { deps } = parts;
  const { form, names, site } = await entering.read(ctx);
  const rpId = rpIdOf(site);
  try {
    const { hash, entry } = await invited(parts, namedIn(form));
    const answer = readPasskeyAnswer(form.get('answer') ?? '');
    const purpose = invitationPurpose(hash);
    const challenged: string[] = [];
    const isChallenge = (challenge: string): boolean => {
      challenged.push(challenge);
      return deps.attempts.isOf(purpose, challenge);
    };
    const verifier = await deps.passkeyVerifier();
    const verified = await verifier.verifyNew(answer, { isChallenge, origin: site.origin, rpId });
    if (verified === null || !deps.attempts.take(purpose, challenged[0] ?? '')) throw notAccepted();
    const passkeyId = deps.admin.createId();
    const refusal = await deps.people.setPasskey(entry.principal, hash, {
      passkey_id: passkeyId,
      credential_hash: credentialHash(parts, answer.id),
      public_key: verified.publicKey,
      sign_count: verified.signCount,
    });
    if (refusal !== null) throw refusal === 'invitation_not_open' ? linkEnded() : notPossible(refusal);
    begin(ctx, parts, { kind: 'passkey', userId: entry.principal.user_id, passkeyId }, null);
  } catch (error) {
    fail(error, names, entering);
    throw error;
  }
}

/** Paced by address and by passkey. Every failure is answered alike. */
async function logInByPasskey(ctx: Context, parts: ConsoleParts, entering: Entering): Promise<void> {
  const { deps } = parts;
  const { form, names: ofAddress, site } = await entering.read(ctx);
  const rpId = rpIdOf(site);
  const answer = readPasskeyAnswer(form.get('answer') ?? '');
  const hash = credentialHash(parts, answer.id);
  const names = [...ofAddress, { name: hash, triesMax: ownTriesMax }];
  entering.assertPace(names);
  try {
    const found = answer.userId === null ? null : await deps.people.find(answer.userId);
    const passkey = found?.logIns.passkeys.find((each) => each.credential_hash === hash);
    if (found === null || passkey === undefined) throw notAccepted();
    const challenged: string[] = [];
    const isChallenge = (challenge: string): boolean => {
      challenged.push(challenge);
      return deps.attempts.isOf(logInPurpose, challenge);
    };
    const verifier = await deps.passkeyVerifier();
    const expected = { isChallenge, origin: site.origin, rpId, publicKey: passkey.public_key };
    const verified = await verifier.verifyLogIn(answer, expected);
    if (verified === null || !deps.attempts.take(logInPurpose, challenged[0] ?? '')) throw notAccepted();
    const { signCount } = verified;
    const hasCountedOn = signCount > passkey.sign_count || (signCount === 0 && passkey.sign_count === 0);
    if (!hasCountedOn || !deps.sessions.countOn(passkey.passkey_id, signCount)) throw copied();
    const { user_id: userId } = found.entry.principal;
    begin(ctx, parts, { kind: 'passkey', userId, passkeyId: passkey.passkey_id }, form.get('next'));
  } catch (error) {
    fail(error, names, entering);
    throw error;
  }
}

/** Passkeys are bound to a name, and an address of numbers is none. */
function rpIdOf({ rpId }: SessionSite): string {
  if (rpId !== null) return rpId;
  throw new GatewayError('not_possible', {
    detail: 'Passkeys need a name, and this console was called by an address of numbers.',
    next: 'Open the same address with `localhost` in place of the numbers.',
  });
}

function credentialHash({ deps }: ConsoleParts, id: string): string {
  return deps.admin.keyHasher.hash(JSON.stringify(['console', 'credential', id]));
}

function notAccepted(): GatewayError {
  return new GatewayError('not_permitted', {
    detail: 'This passkey was not accepted.',
    next: 'Load the page and try again. If the passkey is lost, ask your administrator for a link: `waybill users invite`.',
  });
}

function copied(): GatewayError {
  return new GatewayError('not_permitted', {
    detail: 'The device of this passkey has counted backwards: there may be a copy of it.',
    next: 'Ask your administrator for a link that replaces your passkeys: `waybill users invite --replace`.',
  });
}
