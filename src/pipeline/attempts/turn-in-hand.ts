import { estimatedTokens, outputTokensExpected } from '../../domain/usage.ts';
import type { AttemptFailure } from '../../catalogue/failure-class.ts';
import type { Target } from '../../catalogue/model-catalogue.ts';
import { GatewayError } from '../../errors.ts';
import { openingOf } from '../../personal-data/body-texts.ts';
import type { TextMap } from '../../personal-data/text-map.ts';
import type { KeyHasher } from '../../ports/key-hasher.ts';
import type { NoTurn, PoolTurns, TargetAttempt, TargetPools } from '../../ports/target-pools.ts';
import { withoutBlocks } from '../blocks/block-book.ts';
import type { BoundMember } from '../route-options.ts';

export interface TurnDeps {
  /** Who is asked, of those that may serve. */
  readonly pools: TargetPools;
  readonly keyHasher: KeyHasher;
}

/** What a turn has to know of a request. */
export interface TurnRequest extends Bound {
  /** The profile's own name. */
  readonly profileName: string;
  /** Those that may be asked, each of them paid for by the hold. */
  readonly members: readonly BoundMember[];
  readonly outputTokensMax: number;
  readonly request: {
    readonly input: { readonly bytes: number };
    readonly answers: { readonly stream: object | null };
  };
  readonly surface: { readonly texts?: TextMap };
  readonly body: Buffer;
  readonly caller: { readonly key: { readonly tenant_id: string; readonly user_id: string } };
  readonly client: Caller;
}

/** What binds a request to an account: what it builds on, the files that it names, and the opaque blocks that it brings back. */
interface Bound {
  readonly context: object | null;
  readonly files: { readonly account: string | null };
  readonly blocks: { readonly madeBy: object | null };
}

interface Caller {
  onGone(listener: () => void): () => void;
}

/** The way of one request through the targets that may serve it: one attempt at a time. */
export class TurnInHand {
  readonly #turns: PoolTurns;
  readonly #members: readonly BoundMember[];
  #attempt: TargetAttempt;

  private constructor(turns: PoolTurns, attempt: TargetAttempt, members: readonly BoundMember[]) {
    this.#turns = turns;
    this.#attempt = attempt;
    this.#members = members;
  }

  /** Waits for the first turn of one of the members. Raises `GatewayError` where none comes. */
  static async begin(record: TurnRequest, { pools, keyHasher }: TurnDeps): Promise<TurnInHand> {
    const { client, members, profileName: profile, request } = record;
    const outputTokens = Math.min(record.outputTokensMax, outputTokensExpected);
    const turns = pools.open({
      profile,
      members: members.map(({ target }) => target),
      caller: record.caller.key.user_id,
      conversation: conversationOf(record, keyHasher),
      tokens: estimatedTokens(request.input.bytes) + outputTokens,
      isStreamed: request.answers.stream !== null,
    });
    const forget = client.onGone(() => turns.close());
    const attempt = await turns.next();
    forget();
    if (attempt.target !== null) return new TurnInHand(turns, attempt, members);
    turns.close();
    throw noTurnError(attempt, record);
  }

  /** Who is asked, and by what bounds. */
  get member(): BoundMember {
    return memberAt(this.#members, this.#attempt.target);
  }

  /** Milliseconds that are left until the head of an answer must have come. */
  get leftMs(): number {
    return Math.min(this.#turns.leftMs, this.#attempt.headMsMax ?? Number.POSITIVE_INFINITY);
  }

  firstByte(): void {
    this.#attempt.firstByte();
  }

  /** What the attempt took of limits by tokens. */
  counted(tokens: number): void {
    this.#attempt.counted(tokens);
  }

  /** The attempt is over. The first word counts. */
  end(how: 'well' | 'unjudged' | AttemptFailure): void {
    this.#attempt.end(how);
  }

  /** The next attempt, after the end of the one before; `false`: there is none, or its caller is gone. */
  async next(client: Caller, signal: AbortSignal): Promise<boolean> {
    const stop = (): void => this.#turns.close();
    const forget = client.onGone(stop);
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    const attempt = await this.#turns.next();
    forget();
    signal.removeEventListener('abort', stop);
    if (attempt.target === null) return false;
    this.#attempt = attempt;
    return true;
  }

  /** The members that may still be asked and the one that is. `failed`: one that is not asked again. */
  left(failed: ReadonlySet<Target>): readonly BoundMember[] {
    return this.#members.filter(({ target }) => target === this.#attempt.target || !failed.has(target));
  }

  /** Nothing follows. Places that are still held are free. */
  close(): void {
    this.#attempt.end('unjudged');
    this.#turns.close();
  }
}

function memberAt(members: readonly BoundMember[], target: Target): BoundMember {
  const member = members.find((it) => it.target === target);
  if (member === undefined) throw new RangeError(`${target.name} is no member`);
  return member;
}

/** By which the turns of a conversation go to one member: nobody can tell it without the pepper. */
function conversationOf({ members, surface, body, caller }: TurnRequest, keyHasher: KeyHasher): string | null {
  const shape = surface.texts?.opening;
  if (members.length < 2 || shape === undefined) return null;
  const opening = openingOf(shape, body);
  const { tenant_id, user_id } = caller.key;
  return opening === null ? null : keyHasher.hash(JSON.stringify(['conversation', tenant_id, user_id, opening]));
}

/** Whether what the request builds on, or names, lies at one account of an upstream. */
function isBound({ context, files, blocks }: Bound): boolean {
  return context !== null || files.account !== null || blocks.madeBy !== null;
}

/** What a caller can do whose request nobody else may answer; nothing to say of any other. */
export function boundAdvice(record: Bound): { readonly next?: string } {
  if (!isBound(record)) return {};
  const ways: string[] = [];
  if (record.context !== null) ways.push('send the whole conversation');
  else if (record.files.account !== null) ways.push('send the content of its files instead of their ids');
  if (record.blocks.madeBy !== null) ways.push(withoutBlocks);
  return {
    next: `Only the account that has what this request refers to may answer it: try again later, or ${ways.join(' and ')}, and any other may.`,
  };
}

/** What the caller is told where nobody can be asked: nothing is held, and nothing was sent. */
function noTurnError({ reason, retryAfterMs }: NoTurn, record: Bound): GatewayError {
  if (reason === 'stopping') return new GatewayError('shutting_down');
  const wait = retryAfterMs === null ? {} : { retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) };
  if (reason === 'busy') {
    return new GatewayError('upstream_rate_limited', {
      detail: 'Every upstream that may answer is at its limits. Nothing was charged.',
      ...wait,
    });
  }
  return new GatewayError('upstream_unavailable', {
    detail: 'No upstream that may answer is well. Nothing was charged.',
    ...wait,
    ...boundAdvice(record),
  });
}
