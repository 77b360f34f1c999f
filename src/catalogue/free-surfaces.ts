import { worstCaseCost, type UsageBound } from '../domain/cost.ts';
import type { ModelCatalogue, Target } from './model-catalogue.ts';

/** The surfaces on which a request may be free of charge. */
export function freeSurfaces({ profiles }: ModelCatalogue): ReadonlySet<string> {
  const targets = [...profiles.values()].flatMap((profile) => profile.targets);
  return new Set(targets.flatMap((target) => [...target.surfaces].filter((surface) => mayBeFree(surface, target))));
}

const many = 1_000_000;
/** As short as can be: a longer input may have other prices. */
const text: UsageBound = { inputTokensMax: 1, outputTokensMax: 0 };
const characters: UsageBound = { inputTokensMax: 0, outputTokensMax: 0, inputCharactersMax: many };
const sound: UsageBound = { inputTokensMax: 0, outputTokensMax: 0, audioMillisecondsMax: many };

/** Whether a request to a target may be free of charge on a surface. */
export function mayBeFree(surface: string, { priceList }: Target): boolean {
  if (worstCaseCost(text, priceList) === 0n) return true;
  if (surface === 'audio_speech') return worstCaseCost(characters, priceList) === 0n;
  return surface.startsWith('audio_') && worstCaseCost(sound, priceList) === 0n;
}
