import test from 'ava';
import { logIns, type LogInCommand, type LogIns } from '../../../src/domain/log-ins/log-ins.ts';
import { principal } from '../../../src/domain/principal.ts';

const userId = '77777777-0000-4000-8000-000000000001';
const at = '2026-11-20T12:00:00.000Z';
const invitation = (n: number) => ({
  invitation_id: `88888888-0000-4000-8000-00000000000${n}`,
  invitation_hash: `${n}`.repeat(64),
  expires_at: '2026-11-21T12:00:00.000Z',
});
const invite = (n: number, replaces = false): LogInCommand => ({
  type: 'invite_principal',
  userId,
  invitation: invitation(n),
  replaces,
});
const passkey = (n: number) => ({
  passkey_id: `99999999-0000-4000-8000-${String(n).padStart(12, '0')}`,
  credential_hash: String(n).padStart(64, 'c'),
  public_key: 'pQECAyYgASFYIA',
  sign_count: 0,
});
const set = (by: number, n: number, when = at): LogInCommand => ({
  type: 'set_passkey',
  userId,
  invitationHash: `${by}`.repeat(64),
  passkey: passkey(n),
  at: when,
});
const registered: LogIns = { invitation: null, passkeys: [], accounts: [] };
const join = (by: number, n: number, when = at): LogInCommand => ({
  type: 'join_account',
  userId,
  invitationHash: `${by}`.repeat(64),
  accountId: account(n),
  at: when,
});
const account = (n: number): string => `aaaaaaaa-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** The state after commands, and what the last one was refused for. */
function after(...commands: readonly LogInCommand[]): {
  readonly state: LogIns | null;
  readonly refusal: string | null;
} {
  let [state, refusal]: [LogIns | null, string | null] = [registered, null];
  for (const command of commands) {
    const decision = logIns.decide(command, state);
    refusal = decision.accepted ? null : decision.refusal;
    if (decision.accepted) state = decision.events.reduce(logIns.evolve, state);
  }
  return { state, refusal };
}

test('nobody who is not registered is invited', (t) => {
  t.deepEqual(logIns.decide(invite(1), null), { accepted: false, refusal: 'principal_not_registered' });
});

test('an invitation is used once, before it expires, by its own secret', (t) => {
  t.is(after(invite(1), set(1, 1)).state?.passkeys.length, 1);
  t.is(after(invite(1), set(1, 1), set(1, 2)).refusal, 'invitation_not_open');
  t.is(after(invite(1), set(2, 1)).refusal, 'invitation_not_open');
  t.is(after(set(1, 1)).refusal, 'invitation_not_open');
  t.is(after(invite(1), set(1, 1, '2026-11-21T11:59:59.999Z')).refusal, null);
  t.is(after(invite(1), set(1, 1, '2026-11-21T12:00:00.000Z')).refusal, 'invitation_not_open');
});

test('a newer invitation ends the one before; the same one is none', (t) => {
  t.is(after(invite(1), invite(2), set(1, 1)).refusal, 'invitation_not_open');
  t.is(after(invite(1), invite(2), set(2, 1)).refusal, null);
  t.deepEqual(logIns.decide(invite(1), after(invite(1)).state), { accepted: true, events: [] });
});

test('passkeys stay beside each other, unless an invitation replaces them or the device has', (t) => {
  const two = after(invite(1), set(1, 1), invite(2), set(2, 2));
  t.is(two.state?.passkeys.length, 2);
  t.deepEqual(after(invite(1), set(1, 1), invite(2, true)).state?.passkeys, []);
  const again = { ...passkey(3), credential_hash: passkey(1).credential_hash };
  const { state } = after(invite(1), set(1, 1), invite(2), { ...set(2, 3), passkey: again } as LogInCommand);
  t.deepEqual(state?.passkeys, [again]);
});

test('a person has twenty passkeys at most, and removes any of them', (t) => {
  const many = Array.from({ length: 20 }, (_, n) => [invite(n % 9), set(n % 9, n)]).flat();
  const full = after(...many, invite(9), set(9, 30));
  t.is(full.refusal, 'principal_has_too_many_passkeys');
  const remove = { type: 'remove_passkey', userId, passkeyId: passkey(3).passkey_id } as const;
  t.is(after(...many, remove, invite(9), set(9, 30)).refusal, null);
  t.deepEqual(logIns.decide(remove, registered), { accepted: true, events: [] });
});

test('closing a person ends how they log in, suspending does not, and neither is changed by a log-in', (t) => {
  const { state } = after(invite(1), set(1, 1), invite(2));
  const ended = { user_id: userId, reason: 'r' };
  t.deepEqual(logIns.evolve(state, { type: 'PrincipalClosed', data: ended }), registered);
  t.is(logIns.evolve(state, { type: 'PrincipalSuspended', data: ended }), state);
  const decision = logIns.decide(invite(3), registered);
  const person = { user_id: userId } as unknown as Parameters<typeof principal.evolve>[0];
  for (const event of decision.accepted ? decision.events : []) t.is(principal.evolve(person, event), person);
});

test('an account is joined by an invitation, which ends with it, once', (t) => {
  const joined = after(invite(1), join(1, 1));
  t.deepEqual(joined.state, { invitation: null, passkeys: [], accounts: [account(1)] });
  t.is(after(invite(1), join(2, 1)).refusal, 'invitation_not_open');
  t.is(after(invite(1), join(1, 1), join(1, 2)).refusal, 'invitation_not_open');
  t.is(after(invite(1), set(1, 1), join(1, 1)).refusal, 'invitation_not_open');
  // Joined already: the invitation is not used up.
  t.is(after(invite(1), join(1, 1), invite(2), join(2, 1)).state?.invitation?.invitation_hash, '2'.repeat(64));
});

test('an invitation that replaces ends accounts too, and any other leaves them', (t) => {
  t.deepEqual(after(invite(1), join(1, 1), invite(2)).state?.accounts, [account(1)]);
  t.deepEqual(after(invite(1), join(1, 1), invite(2, true)).state?.accounts, []);
  const many = Array.from({ length: 21 }, (_, n) => [invite(n % 9), join(n % 9, n)]).flat();
  t.is(after(...many).refusal, 'principal_has_too_many_accounts');
});
