import type { ListedProfile, Profile, Target } from '../catalogue/model-catalogue.ts';
import type { NanoEur } from '../domain/money.ts';
import { switchyardProfile } from '../domain/profile-name.ts';
import type { EmbeddedChooser } from './embedded-chooser.ts';
import type { RoutingPolicy } from './routing-policy.ts';

/** Features of a request that not every candidate accepts. */
export const candidateTakes = ['tools', 'schema', 'attachments'] as const;
export type CandidateTake = (typeof candidateTakes)[number];

/** A profile that may be chosen. */
export interface SwitchyardCandidate {
  readonly profile: Profile;
  /** Surfaces on which it may be chosen: at most those of its targets. */
  readonly surfaces: ReadonlySet<string>;
  readonly takes: ReadonlySet<CandidateTake>;
}

/** Strategies that call a model; the others do not. */
export const askingStrategies = ['llm', 'systemone', 'engine'] as const;
export type AskingStrategy = (typeof askingStrategies)[number];

/** The judge that is asked when the embedded choice is not certain. */
export interface AskedJudge {
  readonly strategy: AskingStrategy;
  readonly target: Target;
  readonly deadlineMs: number;
  /** Asked only below this margin of the embedded choice. */
  readonly marginMax: number;
  /**
   * Asked only when the most expensive candidate costs at least this many times the call more than the most economical
   * one.
   */
  readonly savingFactorMin: number;
  /** Asked only when the expected cost of asking is at most this share of that of the most economical answer. */
  readonly answerShareMax: number;
}

/** The configuration of the reserved profile. */
export interface Switchyard {
  /** From the most economical to the most capable. */
  readonly candidates: readonly SwitchyardCandidate[];
  readonly policy: RoutingPolicy;
  readonly embedded: EmbeddedChooser;
  /** `null`: no judge is asked. */
  readonly judge: AskedJudge | null;
  /** The most that choosing may cost. */
  readonly selectionMax: NanoEur;
  /** The profile that answers when no strategy has decided. */
  readonly fallback: string;
  /** The request fails when the judge has no verdict. */
  readonly isStrict: boolean;
  /** Its entry in the list of models. */
  readonly listed: ListedProfile;
}

/** The policy as one word, for events. */
export function policyInWords(policy: RoutingPolicy): string {
  return typeof policy === 'string' ? policy : `lambda=${policy.lambda}`;
}

/** The entry of a profile that any of its candidates may answer. */
export function listedProfile(candidates: readonly SwitchyardCandidate[], description: string): ListedProfile {
  return {
    name: switchyardProfile,
    displayName: 'Switchyard',
    description,
    released: '2026-11-01',
    defaultEffort: 'medium',
    targets: [...new Set(candidates.flatMap(({ profile }) => profile.targets))],
  };
}
