import { switchyardProfile } from '../domain/profile-name.ts';
import type { ConfigFile } from './config-file.ts';
import { askedTargets, groupsOf } from './pools-section.ts';

type Sections = Pick<ConfigFile, 'profiles' | 'targets' | 'upstreams' | 'pools' | 'server'>;

/** A conflict between pools or credentials and the other sections, as a sentence; `null`: none. */
export function brokenPoolRelation(file: Sections): string | null {
  return brokenProfile(file) ?? brokenUpstream(file) ?? brokenDeadline(file);
}

function brokenProfile({ profiles, targets: known }: Sections): string | null {
  for (const [profile, { targets }] of Object.entries(profiles)) {
    if (profile === switchyardProfile) return `profiles.${switchyardProfile}: the name is reserved for routing`;
    const names = groupsOf(targets).flatMap((members) => members.map(({ target }) => target));
    const missing = names.find((name) => !Object.hasOwn(known, name));
    if (missing !== undefined) return `profiles.${profile}.targets names ${missing}, which targets does not list`;
    const twice = names.find((name, place) => names.indexOf(name) !== place);
    if (twice !== undefined) return `profiles.${profile}.targets names ${twice} twice: list it once, with a weight`;
    if (askedTargets(targets).length === 0) {
      return `profiles.${profile}.targets has no member with a weight above 0: no target would get requests`;
    }
  }
  return null;
}

function brokenUpstream({ upstreams }: Sections): string | null {
  for (const [upstream, { auth, api_key: key, credentials }] of Object.entries(upstreams)) {
    if (credentials === undefined) {
      if (auth !== 'none' && key === undefined) return `upstreams.${upstream} has no api_key; set one, or auth: none`;
      continue;
    }
    if (auth === 'none' || key !== undefined) {
      return `upstreams.${upstream} has credentials beside ${key === undefined ? 'auth: none' : 'api_key'}: leave one of them out`;
    }
    const names = credentials.map(({ name }) => name);
    const twice = names.find((name, place) => names.indexOf(name) !== place);
    if (twice !== undefined) return `upstreams.${upstream}.credentials names ${twice} twice`;
  }
  return null;
}

/** A slow client that uses up its time must still leave the last attempt its full total time. */
function brokenDeadline({ profiles, targets, upstreams, pools, server }: Sections): string | null {
  for (const [profile, settings] of Object.entries(profiles)) {
    const asked = askedTargets(settings.targets);
    if (asked.length < 2) continue;
    const totals = asked.map((name) => upstreams[targets[name]?.upstream ?? '']?.total_timeout_ms ?? 0);
    const leastMs = pools.deadline_ms + Math.max(...totals) + server.write_stall_ms_max;
    if (server.request_total_ms_max >= leastMs) continue;
    return `server.request_total_ms_max must be at least pools.deadline_ms + total_timeout_ms + server.write_stall_ms_max (${leastMs}) for profiles.${profile}: attempts come one after the other`;
  }
  return null;
}
