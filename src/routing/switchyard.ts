import type { ListedProfile, Profile, Target } from '../catalogue/model-catalogue.ts';
import type { NanoEur } from '../domain/money.ts';
import { switchyardProfile } from '../domain/profile-name.ts';
import type { EmbeddedChooser } from './embedded-chooser.ts';
import type { RoutingPolicy } from './routing-policy.ts';

/** What a request may bring that not every candidate takes. */
export const candidateTakes = ['tools', 'schema', 'attachments'] as const;
export type CandidateTake = (typeof candidateTakes)[number];

/** A profile that may be chosen. */
export interface SwitchyardCandidate {
  readonly profile: Profile;
  /** Surfaces on which it may be; those of its targets at most. */
  readonly surfaces: ReadonlySet<string>;
  readonly takes: ReadonlySet<CandidateTake>;
}

/** A strategy that asks somebody; the others need nobody. */
export const askingStrategies = ['llm', 'systemone', 'engine'] as const;
export type AskingStrategy = (typeof askingStrategies)[number];

/** Who is asked, where the embedded choice is not sure. */
export interface AskedJudge {
  readonly strategy: AskingStrategy;
  readonly target: Target;
  readonly deadlineMs: number;
  /** Only below this margin of the embedded choice. */
  readonly marginMax: number;
  /** Only where the dearest candidate costs so many times the call more than the most economical one. */
  readonly savingFactorMin: number;
  /** Only where asking is expected to cost no more than this share of what the most economical answer is expected to cost. */
  readonly answerShareMax: number;
}

/** How who answers is chosen, as it is configured. */
export interface Switchyard {
  /** From the most economical to the most capable. */
  readonly candidates: readonly SwitchyardCandidate[];
  readonly policy: RoutingPolicy;
  readonly embedded: EmbeddedChooser;
  /** `null`: nobody is asked. */
  readonly judge: AskedJudge | null;
  /** Most that choosing may cost. */
  readonly selectionMax: NanoEur;
  /** Who answers where no strategy has decided. */
  readonly fallback: string;
  /** Where the judge has no verdict, the request fails. */
  readonly isStrict: boolean;
  /** How it is listed among the models. */
  readonly listed: ListedProfile;
}

/** The policy in a word, for events. */
export function policyInWords(policy: RoutingPolicy): string {
  return typeof policy === 'string' ? policy : `lambda=${policy.lambda}`;
}

/** Listed like a profile that any of its candidates may answer. */
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
