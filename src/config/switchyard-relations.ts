import type { ConfigFile } from './config-file.ts';
import { askedTargets } from './pools-section.ts';

type Sections = Pick<ConfigFile, 'switchyard' | 'profiles' | 'targets'>;
type Section = NonNullable<ConfigFile['switchyard']>;

/** A conflict between the section `switchyard` and the others, as a sentence; `null`: none. */
export function brokenSwitchyardRelation({ switchyard, ...others }: Sections): string | null {
  if (switchyard === undefined) return null;
  return brokenCandidate(switchyard, others) ?? brokenFallback(switchyard) ?? brokenJudge(switchyard, others);
}

function brokenCandidate({ candidates }: Section, { profiles, targets }: Omit<Sections, 'switchyard'>): string | null {
  const names = candidates.map(({ profile }) => profile);
  for (const [place, { profile, surfaces = [] }] of candidates.entries()) {
    const at = `switchyard.candidates[${place}]`;
    const found = Object.hasOwn(profiles, profile) ? profiles[profile] : undefined;
    if (found === undefined) return `${at}.profile names ${profile}, which profiles does not list`;
    if (names.indexOf(profile) !== place) return `${at}.profile names ${profile} a second time`;
    const mapped = new Set<string>(askedTargets(found.targets).flatMap((target) => targets[target]?.surfaces ?? []));
    const unmapped = surfaces.find((surface) => !mapped.has(surface));
    if (unmapped !== undefined) return `${at}.surfaces names ${unmapped}, which no target of ${profile} serves`;
  }
  return null;
}

function brokenFallback({ candidates, fallback, strict, ask }: Section): string | null {
  if (fallback !== undefined && !candidates.some(({ profile }) => profile === fallback)) {
    return `switchyard.fallback names ${fallback}, which is not among switchyard.candidates`;
  }
  if (strict && ask === undefined)
    return 'switchyard.strict needs switchyard.ask: the embedded strategy always decides';
  return null;
}

function brokenJudge(
  { ask, judge, engine_url, engine_port }: Section,
  { targets }: Omit<Sections, 'switchyard'>,
): string | null {
  const hasEngine = engine_url !== undefined && engine_port !== undefined;
  const namesEngine = engine_url !== undefined || engine_port !== undefined;
  if (ask === 'engine' ? !hasEngine : namesEngine) {
    return 'switchyard.engine_url and engine_port are required with ask: engine, and not allowed without it';
  }
  if (ask === undefined) {
    return judge === undefined
      ? null
      : 'switchyard.judge is not used without switchyard.ask: set switchyard.ask, or leave switchyard.judge out';
  }
  if (judge === undefined) return `switchyard.ask: ${ask} needs switchyard.judge, a name of targets`;
  const found = Object.hasOwn(targets, judge) ? targets[judge] : undefined;
  if (found === undefined) return `switchyard.judge names ${judge}, which targets does not list`;
  const surface = ask === 'systemone' ? 'systemone' : 'chat_completions';
  if (found.surfaces.includes(surface)) return null;
  return `switchyard.judge names ${judge}, which does not serve ${surface}`;
}
