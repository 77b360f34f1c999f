import type { NoTurn, PooledRequest } from '../ports/target-pools.ts';
import type { Candidate } from './balance.ts';
import type { CredentialState, MemberPass, MemberState } from './member-state.ts';
import type { Option, RunningPool } from './pool-groups.ts';

/** Whose turn it is now. */
export type Choice =
  | { readonly kind: 'turn'; readonly option: Option; readonly pass: MemberPass }
  /** It may be somebody's later: at `atMs`, or when a credential that is busy has a place. */
  | { readonly kind: 'later'; readonly atMs: number; readonly busy: ReadonlySet<CredentialState> }
  | { readonly kind: 'none'; readonly reason: NoTurn['reason']; readonly retryAfterMs: number | null };

export interface Choosing {
  readonly pool: RunningPool;
  readonly request: PooledRequest;
  readonly options: readonly Option[];
  readonly nowMs: number;
  readonly deadlineMs: number;
  /** Credentials that others wait for who came before. */
  readonly ahead: ReadonlySet<CredentialState>;
  /** Nobody else is there: who wants to be left alone is asked all the same. */
  readonly isLastResort?: boolean;
  /** When this request may ask a member that it has asked before. */
  notBeforeMs(state: MemberState): number;
}

/** Takes the turn, where it is anybody's: of the first group in which somebody may be asked at once. */
export function chooseTurn(choosing: Choosing): Choice {
  const { options } = choosing;
  const turn = turnAmong(
    options.filter(({ state }) => isReady(state, choosing)),
    choosing,
  );
  if (turn !== null) return turn;
  const awaited = later(choosing);
  if (awaited.kind === 'later') return awaited;
  // Rather one that wants to be left alone than nobody: what it told one request need not hold for another.
  const willing = options.filter(({ state }) => isReady(state, { ...choosing, isLastResort: true }));
  return turnAmong(willing, choosing) ?? awaited;
}

function turnAmong(ready: readonly Option[], { pool, request, nowMs }: Choosing): Choice | null {
  for (const { members, balancer } of pool.groups) {
    const inGroup = ready.filter(({ state }) => members.some((member) => member.state === state));
    if (inGroup.length === 0) continue;
    const { balance, hasAffinity } = pool.settings;
    const conversation = hasAffinity ? request.conversation : null;
    // Somebody has to try whether it is back: this request, which goes on to another if it is not.
    const trial = inGroup.find(({ state }) => state.standing(nowMs) === 'trial');
    const option = trial ?? balancer.pick(inGroup.map(candidateOf), { balance, conversation, nowMs }).option;
    return { kind: 'turn', option, pass: option.state.enter(request, nowMs) };
  }
  return null;
}

function candidateOf(option: Option): Candidate & { readonly option: Option } {
  const { key, running, latency } = option.state;
  return { option, key, weight: option.weight, running, latency };
}

function isReady(state: MemberState, choosing: Choosing): boolean {
  if (state.standing(choosing.nowMs) === 'out' || isBehindOthers(state, choosing)) return false;
  return calmMs(state, choosing) === 0 && turnMs(state, choosing) === 0;
}

/** Others wait for the same credential: whoever comes later does not overtake them. */
function isBehindOthers({ credential }: MemberState, { ahead }: Choosing): boolean {
  return ahead.has(credential);
}

/** How long it is still to be left alone, by all or by this request, milliseconds. */
function calmMs(state: MemberState, { nowMs, notBeforeMs, isLastResort = false }: Choosing): number {
  return Math.max(0, isLastResort ? 0 : state.coolMs(nowMs), notBeforeMs(state) - nowMs);
}

function turnMs({ credential }: MemberState, { request, nowMs }: Choosing): number {
  return credential.limits.waitMs(request.tokens, nowMs);
}

function later(choosing: Choosing): Choice {
  const { options, nowMs, deadlineMs } = choosing;
  const waits: number[] = [];
  const awaited: number[] = [];
  const busy = new Set<CredentialState>();
  for (const { state } of options) {
    const outMs = state.outMs(nowMs);
    const calm = calmMs(state, choosing);
    const turn = turnMs(state, choosing);
    const isBehind = isBehindOthers(state, choosing);
    const waitMs = Math.max(outMs, calm, turn);
    waits.push(waitMs);
    if (outMs > 0 || calm > state.credential.settings.waitMsMax) continue;
    if (turn > 0 || isBehind) busy.add(state.credential);
    // Who is behind others looks again when one of them has gone.
    if (isBehind) awaited.push(Number.POSITIVE_INFINITY);
    else if (nowMs + waitMs <= deadlineMs || turn === Number.POSITIVE_INFINITY) awaited.push(waitMs);
  }
  if (awaited.length > 0) return { kind: 'later', atMs: nowMs + Math.min(...awaited), busy };
  const retryAfterMs = Math.min(...waits);
  const isOut = options.every(({ state }) => state.outMs(nowMs) > 0);
  return {
    kind: 'none',
    reason: options.length === 0 ? 'final' : isOut ? 'unwell' : 'busy',
    retryAfterMs: Number.isFinite(retryAfterMs) ? retryAfterMs : null,
  };
}
