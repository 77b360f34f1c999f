import type { PoolTarget } from '../catalogue/model-catalogue.ts';
import type { NoTurn, PoolCall } from '../ports/target-pools.ts';
import type { CredentialState, MemberState } from './member-state.ts';
import type { Option, RunningPool } from './pool-groups.ts';

/** The result of looking for a turn. */
export type Choice<Of extends PoolTarget = PoolTarget> =
  | { readonly kind: 'turn'; readonly option: Option<Of> }
  | Later
  | { readonly kind: 'none'; readonly reason: NoTurn['reason']; readonly retryAfterMs: number | null };

/** A turn may come later: at `atMs`, or when a credential has a free place. */
export interface Later {
  readonly kind: 'later';
  readonly atMs: number;
  /** Others wait behind this request for them. */
  readonly busy: ReadonlySet<CredentialState>;
  /** Its tenant or key holds its share of their places, and nobody else waits for that. */
  readonly shared: ReadonlySet<CredentialState>;
}

export interface Choosing<Of extends PoolTarget> {
  readonly pool: RunningPool;
  readonly request: PoolCall;
  readonly options: readonly Option<Of>[];
  readonly nowMs: number;
  readonly deadlineMs: number;
  /** Credentials for which earlier requests are waiting. */
  readonly ahead: ReadonlySet<CredentialState>;
  /** When this request may ask a member again that it has asked before; absent: it has asked none. */
  notBeforeMs?(state: MemberState): number;
}

/** Finds a turn, if there is one: in the first group with a member that may be asked at once. The caller takes it. */
export function chooseTurn<Of extends PoolTarget>(choosing: Choosing<Of>): Choice<Of> {
  const waits = choosing.options.map((option) => waitsAt(option, choosing));
  const ready = waits.filter(({ isReady, coolDownMs }) => isReady && coolDownMs === 0);
  if (ready.length > 0) return turnAmong(ready, choosing);
  const awaited = nextChance(waits, choosing);
  // A member that asked not to be called is better than none: what it answered one request need not apply to another.
  const willing = awaited.kind === 'later' ? [] : waits.filter(({ isReady }) => isReady);
  return willing.length > 0 ? turnAmong(willing, choosing) : awaited;
}

/** What keeps a member from being asked, milliseconds each; 0: nothing. */
interface Waits<Of extends PoolTarget> {
  readonly option: Option<Of>;
  readonly outMs: number;
  readonly turnMs: number;
  /** The part of free requests is used up: they do not wait for it, because others would wait behind them. */
  readonly freePartMs: number;
  /** The wait that it asked for. */
  readonly coolDownMs: number;
  /** This request must not ask it again yet. */
  readonly againMs: number;
  /** Earlier requests wait for the same credential, and are not overtaken. */
  readonly isBehind: boolean;
  /** It could be asked, unless it has asked not to be. */
  readonly isReady: boolean;
}

function waitsAt<Of extends PoolTarget>(option: Option<Of>, choosing: Choosing<Of>): Waits<Of> {
  const { request, nowMs, ahead, notBeforeMs } = choosing;
  const { state } = option;
  const { credential } = state;
  const { tenantId } = request.sharer;
  const outMs = state.ejectedMs(nowMs, tenantId);
  const coolDownMs = state.coolDown.waitMs(nowMs, tenantId);
  const turnMs = credential.limits.waitMs(request, nowMs);
  const freePartMs = request.isFree === true ? credential.limits.freePartWaitMs(request, nowMs) : 0;
  const againMs = notBeforeMs === undefined ? 0 : Math.max(0, notBeforeMs(state) - nowMs);
  const isBehind = ahead.has(credential);
  const isReady = !isBehind && outMs + turnMs + freePartMs + againMs === 0;
  return { option, outMs, turnMs, freePartMs, coolDownMs, againMs, isBehind, isReady };
}

function turnAmong<Of extends PoolTarget>(
  ready: readonly Waits<Of>[],
  { pool, request, nowMs }: Choosing<Of>,
): Choice<Of> {
  const [only, other] = ready;
  if (only !== undefined && other === undefined) return { kind: 'turn', option: only.option };
  for (const { members, balancer } of pool.groups) {
    const inGroup = ready
      .map(({ option }) => option)
      .filter(({ state }) => members.some((member) => member.state === state));
    if (inGroup.length === 0) continue;
    const { balance, hasAffinity } = pool.settings;
    const conversation = hasAffinity ? request.conversation : null;
    // One request has to try whether it has recovered: this one, which goes on to another member otherwise.
    const trial = inGroup.find(({ state }) => state.healthState(nowMs, request.sharer.tenantId) === 'half_open');
    if (trial !== undefined) return { kind: 'turn', option: trial };
    const candidates = inGroup.map((option) => {
      const { key, running, latency } = option.state;
      return { option, key, weight: option.weight, running, latency };
    });
    return { kind: 'turn', option: balancer.pick(candidates, { balance, conversation, nowMs }).option };
  }
  throw new RangeError('a member of no group');
}

function nextChance<Of extends PoolTarget>(
  all: readonly Waits<Of>[],
  { request, nowMs, deadlineMs }: Choosing<Of>,
): Exclude<Choice<Of>, { kind: 'turn' }> {
  const waits: number[] = [];
  const awaited: number[] = [];
  const busy = new Set<CredentialState>();
  const shared = new Set<CredentialState>();
  for (const { option, outMs, turnMs, freePartMs, coolDownMs, againMs, isBehind } of all) {
    const { credential } = option.state;
    const pauseMs = Math.max(coolDownMs, againMs);
    const waitMs = Math.max(outMs, pauseMs, turnMs, freePartMs);
    waits.push(waitMs);
    if (outMs > 0 || freePartMs > 0 || pauseMs > credential.settings.waitMsMax) continue;
    const holdsShare = credential.limits.holdsShare(request);
    if (holdsShare) shared.add(credential);
    else if (turnMs > 0 || isBehind) busy.add(credential);
    // A request behind others looks again when one of them has left.
    if (isBehind || holdsShare) awaited.push(Number.POSITIVE_INFINITY);
    else if (nowMs + waitMs <= deadlineMs || turnMs === Number.POSITIVE_INFINITY) awaited.push(waitMs);
  }
  if (awaited.length > 0) return { kind: 'later', atMs: nowMs + Math.min(...awaited), busy, shared };
  const retryAfterMs = Math.min(...waits);
  const isEjected = all.every(({ outMs }) => outMs > 0);
  return {
    kind: 'none',
    reason: all.length === 0 ? 'final' : isEjected ? 'unhealthy' : 'busy',
    retryAfterMs: Number.isFinite(retryAfterMs) ? retryAfterMs : null,
  };
}
