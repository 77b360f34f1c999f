import type { NoTurn, PoolCall } from '../ports/target-pools.ts';
import type { Candidate } from './balance.ts';
import type { CredentialState, MemberPass, MemberState } from './member-state.ts';
import type { Option, RunningPool } from './pool-groups.ts';

/** The result of looking for a turn. */
export type Choice =
  | { readonly kind: 'turn'; readonly option: Option; readonly pass: MemberPass }
  /** A turn may come later: at `atMs`, or when a busy credential has a free place. */
  | { readonly kind: 'later'; readonly atMs: number; readonly busy: ReadonlySet<CredentialState> }
  | { readonly kind: 'none'; readonly reason: NoTurn['reason']; readonly retryAfterMs: number | null };

export interface Choosing {
  readonly pool: RunningPool;
  readonly request: PoolCall;
  readonly options: readonly Option[];
  readonly nowMs: number;
  readonly deadlineMs: number;
  /** Credentials for which earlier requests are waiting. */
  readonly ahead: ReadonlySet<CredentialState>;
  /** There is no other member: one that asked not to be called is asked all the same. */
  readonly isLastResort?: boolean;
  /** When this request may ask a member again that it has asked before. */
  notBeforeMs(state: MemberState): number;
}

/** Takes a turn, if there is one: in the first group with a member that may be asked at once. */
export function chooseTurn(choosing: Choosing): Choice {
  const { options } = choosing;
  const turn = turnAmong(
    options.filter(({ state }) => isReady(state, choosing)),
    choosing,
  );
  if (turn !== null) return turn;
  const awaited = nextChance(choosing);
  if (awaited.kind === 'later') return awaited;
  // A member that asked not to be called is better than none: what it answered one request need not apply to another.
  const willing = options.filter(({ state }) => isReady(state, { ...choosing, isLastResort: true }));
  return turnAmong(willing, choosing) ?? awaited;
}

function turnAmong(ready: readonly Option[], { pool, request, nowMs }: Choosing): Choice | null {
  for (const { members, balancer } of pool.groups) {
    const inGroup = ready.filter(({ state }) => members.some((member) => member.state === state));
    if (inGroup.length === 0) continue;
    const { balance, hasAffinity } = pool.settings;
    const conversation = hasAffinity ? request.conversation : null;
    // One request has to try whether it has recovered: this one, which goes on to another member otherwise.
    const trial = inGroup.find(({ state }) => state.healthState(nowMs, request.sharer.tenantId) === 'half_open');
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
  if (ejectedMs(state, choosing) > 0 || isBehindOthers(state, choosing)) return false;
  return pauseMs(state, choosing) === 0 && turnMs(state, choosing) === 0 && freePartMs(state, choosing) === 0;
}

function ejectedMs(state: MemberState, { request, nowMs }: Choosing): number {
  return state.ejectedMs(nowMs, request.sharer.tenantId);
}

/** Earlier requests wait for the same credential, and are not overtaken. */
function isBehindOthers({ credential }: MemberState, { ahead }: Choosing): boolean {
  return ahead.has(credential);
}

/** How long a member must not be called yet, by any request or by this one, milliseconds. */
function pauseMs(state: MemberState, { nowMs, notBeforeMs, isLastResort = false }: Choosing): number {
  return Math.max(0, isLastResort ? 0 : state.coolDownMs(nowMs), notBeforeMs(state) - nowMs);
}

function turnMs({ credential }: MemberState, { request, nowMs }: Choosing): number {
  return credential.limits.waitMs(request, nowMs);
}

/** How long the part of free requests is used up: they do not wait for it, because others would wait behind them. */
function freePartMs({ credential }: MemberState, { request, nowMs }: Choosing): number {
  return credential.limits.freePartWaitMs(request, nowMs);
}

function nextChance(choosing: Choosing): Choice {
  const { options, nowMs, deadlineMs } = choosing;
  const waits: number[] = [];
  const awaited: number[] = [];
  const busy = new Set<CredentialState>();
  for (const { state } of options) {
    const outMs = ejectedMs(state, choosing);
    const pause = pauseMs(state, choosing);
    const turn = turnMs(state, choosing);
    const isBehind = isBehindOthers(state, choosing);
    const freePart = freePartMs(state, choosing);
    const waitMs = Math.max(outMs, pause, turn, freePart);
    waits.push(waitMs);
    if (outMs > 0 || freePart > 0 || pause > state.credential.settings.waitMsMax) continue;
    if (turn > 0 || isBehind) busy.add(state.credential);
    // A request behind others looks again when one of them has left.
    if (isBehind) awaited.push(Number.POSITIVE_INFINITY);
    else if (nowMs + waitMs <= deadlineMs || turn === Number.POSITIVE_INFINITY) awaited.push(waitMs);
  }
  if (awaited.length > 0) return { kind: 'later', atMs: nowMs + Math.min(...awaited), busy };
  const retryAfterMs = Math.min(...waits);
  const isEjected = options.every(({ state }) => ejectedMs(state, choosing) > 0);
  return {
    kind: 'none',
    reason: options.length === 0 ? 'final' : isEjected ? 'unhealthy' : 'busy',
    retryAfterMs: Number.isFinite(retryAfterMs) ? retryAfterMs : null,
  };
}
