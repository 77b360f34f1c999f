import type { Timer } from '../time/timer.ts';
import type { HealthPass } from './health.ts';
import type { CredentialState, MemberState } from './member-state.ts';

/** An upstream that a probe, instead of a caller's request, has to test for recovery. */
export interface DueProbe {
  /** As targets name it, with its credential. */
  readonly upstream: string;
  /** Reports whether it answered in time. Only the first call counts. */
  done(isHealthy: boolean): void;
}

/** How a failed probe counts: as one failure, of whatever kind. */
const failed = { weight: 1, pauseMs: 0, mayBeOfRequest: false, mayEjectByRate: () => true };

/** The probes that are due, one for each credential: it lets all members recover that have waited long enough. */
export function takeDueProbes(members: Iterable<MemberState>, timer: Timer): readonly DueProbe[] {
  const nowMs = timer.monotonic();
  const passes = new Map<CredentialState, HealthPass[]>();
  for (const member of members) {
    const { credential } = member;
    if (!credential.settings.isProbed || member.ownHealthState(nowMs) !== 'half_open') continue;
    const taken = passes.get(credential) ?? [];
    if (taken.length === 0 && credential.health.state(nowMs) === 'half_open')
      taken.push(credential.health.enter(nowMs));
    if (member.health.state(nowMs) === 'half_open') taken.push(member.health.enter(nowMs));
    passes.set(credential, taken);
  }
  return [...passes].map(([{ settings }, taken]) => ({
    upstream: settings.upstream,
    done: (isHealthy) => {
      const atMs = timer.monotonic();
      for (const pass of taken) {
        if (isHealthy) pass.answered(atMs);
        else pass.failed(atMs, failed);
      }
    },
  }));
}
