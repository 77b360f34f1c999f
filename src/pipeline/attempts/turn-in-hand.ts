import { estimatedTokens, outputTokensExpected } from '../../domain/usage.ts';
import { GatewayError } from '../../errors.ts';
import { sharerOf } from '../../limits/caller-limits.ts';
import { openingOf } from '../../personal-data/body-texts.ts';
import type { TextMap } from '../../personal-data/text-map.ts';
import type { KeyHasher } from '../../ports/key-hasher.ts';
import type { NoTurn, PoolTurns, TargetAttempt, TargetPools } from '../../ports/target-pools.ts';
import { withoutBlocks } from '../flow/block-book.ts';
import type { BoundMember } from '../selection/route-options.ts';

export interface TurnDeps {
  /** Chooses which of the possible targets is asked. */
  readonly pools: TargetPools;
  readonly keyHasher: KeyHasher;
}

/** What a turn needs to know about a request. */
export interface TurnRequest extends Bound {
  /** The profile's own name, never an alias. */
  readonly profileName: string;
  /** The targets that may be asked, each covered by the hold. */
  readonly members: readonly BoundMember[];
  readonly outputTokensMax: number;
  readonly request: {
    readonly input: { readonly bytes: number };
    readonly answers: { readonly stream: object | null };
  };
  readonly surface: { readonly texts?: TextMap; readonly isFree?: true };
  readonly body: Buffer;
  readonly caller: { readonly key: { readonly tenant_id: string; readonly key_id: string; readonly user_id: string } };
  readonly client: Caller;
}

/**
 * What binds a request to one account: the response that it continues, the files that it names, the opaque blocks that
 * it brings back.
 */
interface Bound {
  readonly context: object | null;
  readonly files: { readonly account: string | null };
  readonly blocks: { readonly madeBy: object | null };
}

interface Caller {
  onGone(listener: () => void): () => void;
}

/** The tokens that a request is expected to use, input and output together. */
export function tokensExpected({ request, outputTokensMax }: Pick<TurnRequest, 'request' | 'outputTokensMax'>): number {
  return estimatedTokens(request.input.bytes) + Math.min(outputTokensMax, outputTokensExpected);
}

/** The turn of one target, on the path of a request through its possible targets. */
export interface TurnInHand {
  readonly turns: PoolTurns;
  readonly attempt: TargetAttempt;
  /** The member that is being asked, with its usage bound. */
  readonly member: BoundMember;
  readonly members: readonly BoundMember[];
}

/** Waits for the first turn of any member. Raises `GatewayError` when there is none. */
export async function beginTurn(record: TurnRequest, { pools, keyHasher }: TurnDeps): Promise<TurnInHand> {
  const { client, members, profileName: profile, request } = record;
  // Counting tokens uses up no tokens of the upstream's.
  const isFree = record.surface.isFree === true;
  const tokens = isFree ? 0 : tokensExpected(record);
  const turns = pools.open({
    profile,
    members: members.map(({ target }) => target),
    sharer: sharerOf(record.caller.key),
    caller: record.caller.key.user_id,
    conversation: members.length < 2 ? null : conversationOf(record, keyHasher),
    tokens,
    isFree,
    isStreamed: request.answers.stream !== null,
  });
  const forget = client.onGone(() => turns.close());
  const attempt = await turns.next();
  forget();
  if (attempt.target !== null) return turnAt(attempt, { turns, members });
  turns.close();
  throw noTurnError(attempt, record);
}

/** The turn after one that has ended; `null`: there is none, or the caller is gone. */
export async function nextTurn(turn: TurnInHand, client: Caller, signal: AbortSignal): Promise<TurnInHand | null> {
  const stop = (): void => turn.turns.close();
  const forget = client.onGone(stop);
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  const attempt = await turn.turns.next();
  forget();
  signal.removeEventListener('abort', stop);
  return attempt.target === null ? null : turnAt(attempt, turn);
}

/** Ends a turn in which nothing was sent: it uses up no limit of the credential. */
export function giveBackTurn({ attempt, turns }: TurnInHand): void {
  attempt.giveBack();
  turns.close();
}

function turnAt(attempt: TargetAttempt, { turns, members }: Pick<TurnInHand, 'turns' | 'members'>): TurnInHand {
  const member = members.find(({ target }) => target === attempt.target);
  if (member === undefined) throw new RangeError(`${attempt.target.name} is no member`);
  return { turns, attempt, member, members };
}

/** Identifies a conversation, so that all its turns go to one member. It cannot be computed without the pepper. */
function conversationOf({ surface, body, caller }: TurnRequest, keyHasher: KeyHasher): string | null {
  const shape = surface.texts?.opening;
  if (shape === undefined) return null;
  const opening = openingOf(shape, body);
  const { tenant_id, user_id } = caller.key;
  return opening === null ? null : keyHasher.hash(JSON.stringify(['conversation', tenant_id, user_id, opening]));
}

/** Whether the request refers to something that only one upstream account has. */
function isBound({ context, files, blocks }: Bound): boolean {
  return context !== null || files.account !== null || blocks.madeBy !== null;
}

/** Advice for a request that only one account can answer; empty for any other request. */
export function boundAdvice(record: Bound): { readonly next?: string } {
  if (!isBound(record)) return {};
  const ways: string[] = [];
  if (record.context !== null) ways.push('send the whole conversation');
  else if (record.files.account !== null) ways.push('send the content of its files instead of their ids');
  if (record.blocks.madeBy !== null) ways.push(withoutBlocks);
  return {
    next: `Only one upstream account can answer this request. Try again later, or ${ways.join(' and ')} so that other accounts can answer too.`,
  };
}

/** The error when no target can be asked: nothing is held, and nothing was sent. */
function noTurnError({ reason, retryAfterMs }: NoTurn, record: Bound): GatewayError {
  if (reason === 'stopping') return new GatewayError('shutting_down');
  const wait = retryAfterMs === null ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) };
  if (reason === 'busy') {
    return new GatewayError('upstream_rate_limited', {
      detail: 'Every upstream that can answer is at its limits. Nothing was charged.',
      ...wait,
    });
  }
  return new GatewayError('upstream_unavailable', {
    detail: 'No upstream that can answer is available. Nothing was charged.',
    ...wait,
    ...boundAdvice(record),
  });
}
