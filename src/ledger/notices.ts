import type { PaymentDeps } from './administration/payment-deps.ts';
import { notice, type NoticedOnce, type NoticeRefusal, type TargetSeen } from '../domain/notices/notice.ts';
import { administrationId } from './administration/administration-ids.ts';
import { handleCommand } from './handle-command.ts';
import { noticeStream } from './stream-names.ts';

/** What the ledger records once, by whichever process notices it first. All raise what the log raises. */

export type NoticesDeps = Omit<PaymentDeps, 'wallets'>;

/** The data of what is noticed once, without its id. */
export type NoticedFact = {
  [Type in NoticedOnce['type']]: {
    readonly type: Type;
    readonly data: Omit<Extract<NoticedOnce, { type: Type }>['data'], 'notice_id'>;
  };
}[NoticedOnce['type']];

/** Records a fact that is noticed once. `name`: what it is the only one of. */
export async function noticeOnce(
  deps: NoticesDeps,
  name: readonly string[],
  { type, data }: NoticedFact,
): Promise<void> {
  const notice_id = noticeId(deps, [type, ...name]);
  // The data are those of the type.
  const event = { type, data: { notice_id, ...data } } as NoticedOnce;
  await handleCommand({ type: 'notice_once', event }, options(deps, notice_id));
}

/** Records that a target is out or back, unless that is recorded. Returns why not; `null`: it is recorded now. */
export async function noticeTarget(deps: NoticesDeps, seen: TargetSeen, now: number): Promise<NoticeRefusal | null> {
  const id = noticeId(deps, ['target', seen.upstream, seen.target]);
  const answer = await handleCommand({ type: 'notice_target', noticeId: id, seen, now }, options(deps, id));
  return answer.accepted ? null : answer.refusal;
}

function noticeId({ keyHasher }: NoticesDeps, name: readonly string[]): string {
  return administrationId(keyHasher, JSON.stringify(['notice', ...name]));
}

function options({ log, createId }: NoticesDeps, noticeId: string) {
  return { log, createId, stream: noticeStream(noticeId), decider: notice };
}
