import { createEngineRouteJudge, type EngineRouteJudge } from '../adapters/engine-route-judge.ts';
import { createUpstreamRouteJudge } from '../judging/upstream-route-judge.ts';
import { llmForm } from '../judging/llm-form.ts';
import { systemOneForm } from '../judging/systemone-form.ts';
import type { ModelCatalogue, Profile } from '../catalogue/model-catalogue.ts';
import type { Config } from '../config.ts';
import type { SwitchyardConfig } from '../config/switchyard-section.ts';
import { nanoFromEur } from '../domain/money.ts';
import { createEmbeddedChooser } from '../routing/embedded-chooser.ts';
import { routingTable } from './routing-table.ts';
import type { RouteJudge } from '../ports/route-judge.ts';
import type { Upstream } from '../ports/upstream.ts';
import { listedProfile, type AskedJudge, type Switchyard, type SwitchyardCandidate } from '../routing/switchyard.ts';

/** The candidates for the reserved name, and how one is chosen; `null`: not configured. */
export function configuredSwitchyard(config: Pick<Config, 'switchyard'>, catalogue: ModelCatalogue): Switchyard | null {
  const { switchyard: section } = config;
  if (section === undefined) return null;
  const candidates = section.candidates.map(({ profile: name, surfaces, takes }): SwitchyardCandidate => {
    const profile = profileOf(catalogue, name);
    const mapped = profile.targets.flatMap((target) => [...target.surfaces]);
    return { profile, surfaces: new Set(surfaces ?? mapped), takes: new Set(takes) };
  });
  return {
    candidates,
    policy: section.trade_off === undefined ? section.policy : { lambda: section.trade_off },
    embedded: createEmbeddedChooser(routingTable(section.table)),
    judge: askedJudge(section, catalogue),
    selectionMax: nanoFromEur(section.selection_eur_max),
    fallback: section.fallback ?? section.candidates[0]?.profile ?? '',
    isStrict: section.strict,
    listed: listedProfile(candidates, section.description),
  };
}

export type ConfiguredJudge = RouteJudge | EngineRouteJudge;

export interface JudgePlace {
  readonly switchyard: Switchyard | null;
  readonly upstream: Upstream;
  /** The judge of the previous edition; `null`: there was none. */
  readonly before: ConfiguredJudge | null;
}

/** The judge for uncertain embedded choices; `null`: none. */
export function configuredJudge(
  { switchyard: section }: Pick<Config, 'switchyard'>,
  { switchyard, upstream, before }: JudgePlace,
): ConfiguredJudge | null {
  const judge = switchyard?.judge ?? null;
  if (section === undefined || judge === null) return null;
  const { target, deadlineMs, strategy } = judge;
  const model = target.upstreamModel;
  const asked = { upstream, upstreamName: target.upstream, deadlineMs };
  switch (strategy) {
    case 'llm':
      return createUpstreamRouteJudge({ ...asked, form: llmForm({ model, canRest: target.efforts.includes('none') }) });
    case 'systemone':
      return createUpstreamRouteJudge({ ...asked, form: systemOneForm({ model }) });
    case 'engine':
      return createEngineRouteJudge({
        ...asked,
        model,
        engineUrl: section.engine_url ?? '',
        loopbackPort: section.engine_port ?? 0,
        predecessor: before !== null && 'loopback' in before ? before : null,
      });
  }
}

/** The profile with this name. The check of the configuration ensures that it exists. */
function profileOf({ profiles }: ModelCatalogue, name: string): Profile {
  const profile = profiles.get(name);
  if (profile === undefined) throw new Error(`no profile ${name}`);
  return profile;
}

function askedJudge(section: SwitchyardConfig, { targets }: ModelCatalogue): AskedJudge | null {
  const { ask: strategy, judge: name = '' } = section;
  const target = targets.get(name);
  if (strategy === undefined || target === undefined) return null;
  return {
    strategy,
    target,
    deadlineMs: section.deadline_ms,
    marginMax: section.margin_max,
    savingFactorMin: section.saving_factor_min,
    answerShareMax: section.answer_share_max,
  };
}
