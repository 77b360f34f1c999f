import type { Timer } from '../ports/timer.ts';
import type { HealthPass } from './health.ts';
import type { CredentialState, MemberState } from './member-state.ts';

/** An upstream that is to be asked, instead of by a caller's request, whether it has come back. */
export interface DueProbe {
  /** As targets name it, with its credential. */
  readonly upstream: string;
  /** It has answered, or not in time. Counts once. */
  done(isWell: boolean): void;
}

/** Whatever a probe fails by is a failure, and no second one is made meanwhile. */
const failed = { weight: 1, pauseMs: 0, mayBeOutByRate: () => true };

/** The probes that are due now, one for each credential: all members that have waited for long enough come back by it. */
export function takeDueProbes(members: Iterable<MemberState>, timer: Timer): readonly DueProbe[] {
  const nowMs = timer.monotonic();
  const passes = new Map<CredentialState, HealthPass[]>();
  for (const member of members) {
    const { credential } = member;
    if (!credential.settings.isProbed || member.ownStanding(nowMs) !== 'trial') continue;
    const taken = passes.get(credential) ?? [];
    if (taken.length === 0 && credential.health.standing(nowMs) === 'trial') taken.push(credential.health.enter(nowMs));
    if (member.health.standing(nowMs) === 'trial') taken.push(member.health.enter(nowMs));
    passes.set(credential, taken);
  }
  return [...passes].map(([{ settings }, taken]) => ({
    upstream: settings.upstream,
    done: (isWell) => {
      const atMs = timer.monotonic();
      for (const pass of taken) {
        if (isWell) pass.answered(atMs);
        else pass.failed(atMs, failed);
      }
    },
  }));
}
