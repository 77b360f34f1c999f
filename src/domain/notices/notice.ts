import { accept, refuse, type Decider, type Decision } from '../decider.ts';
import type { NoticeEvent } from './notice-events.ts';

/** What passes of itself, or is known to one gateway, and is to be recorded once, whoever sees it first. */

/** What has been noticed, folded from its events. */
export interface Notice {
  /** Of a target: whether it is out. */
  readonly isOut: boolean;
  /** Of a target: the times of its newest changes, ISO 8601, {@link changesPerHourMax} at most, the oldest first. */
  readonly changedAt: readonly string[];
}

/** What is noticed once. */
export type NoticedOnce = Extract<NoticeEvent, { type: 'KeyExpiryNoticed' | 'FlaggedHoldNoticed' }>;

/** Whether a target is out, as a gateway sees it. */
export interface TargetSeen {
  readonly target: string;
  readonly upstream: string;
  readonly isOut: boolean;
}

export type NoticeCommand =
  | { readonly type: 'notice_once'; readonly event: NoticedOnce }
  | {
      readonly type: 'notice_target';
      readonly noticeId: string;
      readonly seen: TargetSeen;
      /** Milliseconds since 1970. */
      readonly now: number;
    };

/** The rules that can be broken, in the order in which they are checked. */
export const noticeRefusals = ['target_changes_too_often'] as const;

/** Why a command was refused: the name of the broken rule. */
export type NoticeRefusal = (typeof noticeRefusals)[number];

/** Most changes of a target that are recorded within an hour, however many gateways see it go out and come back. */
export const changesPerHourMax = 4;
const hourMs = 3_600_000;

/** A notice. What is known is accepted without an event. */
export const notice: Decider<Notice | null, NoticeCommand, NoticeEvent, NoticeRefusal> = {
  initialState: null,
  evolve: (state, { type, data }) => {
    if (type === 'KeyExpiryNoticed' || type === 'FlaggedHoldNoticed') return { isOut: false, changedAt: [] };
    const changedAt = [...(state?.changedAt ?? []), data.at].slice(-changesPerHourMax);
    return { isOut: type === 'TargetOutNoticed', changedAt };
  },
  decide: (command, state) => {
    if (command.type === 'notice_target') return seeTarget(command, state);
    return state === null ? accept(command.event) : accept();
  },
};

function seeTarget(
  { noticeId: notice_id, seen, now }: Extract<NoticeCommand, { type: 'notice_target' }>,
  state: Notice | null,
): Decision<NoticeEvent, NoticeRefusal> {
  const { target, upstream, isOut } = seen;
  const { isOut: wasOut, changedAt } = state ?? { isOut: false, changedAt: [] };
  // A clock that was set back by more than an hour delays nothing.
  const isRecent = (at: string): boolean => Math.abs(now - Date.parse(at)) < hourMs;
  const isChanged = isOut !== wasOut;
  if (isChanged && changedAt.filter(isRecent).length >= changesPerHourMax) return refuse('target_changes_too_often');
  const data = { notice_id, target, upstream, at: new Date(now).toISOString() };
  return isChanged ? accept({ type: isOut ? 'TargetOutNoticed' : 'TargetBackNoticed', data }) : accept();
}
