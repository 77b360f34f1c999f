import type { Target } from '../../src/catalogue/model-catalogue.ts';
import { worstCaseCost } from '../../src/domain/cost.ts';
import type { Outcome } from '../../src/domain/outcome.ts';
import { withinMs } from '../../src/ledger/within-ms.ts';
import type { Judgement, RouteJudge } from '../../src/ports/route-judge.ts';
import type { RouteChoice } from '../../src/routing/choice.ts';
import { OpenTasks } from '../../src/routing/open-tasks.ts';
import type { Switchyard } from '../../src/routing/switchyard.ts';
import type { SimulatedProcess } from './_process.ts';
import type { SimulatedUpstream } from './_upstream.ts';
import type { World } from './_world.ts';

/** How long the judge may take, milliseconds: some of its answers come later. */
const deadlineMs = 1_500;
const bound = { inputTokensMax: 1_000, outputTokensMax: 1_000 };

export interface ChooserPlace {
  readonly world: World;
  readonly process: SimulatedProcess;
  readonly upstreams: readonly SimulatedUpstream[];
  /** What a judge told in time, with the id of the choice. */
  readonly told: (selectionId: string, outcome: Outcome, judge: SimulatedUpstream) => void;
}

/** What a gateway knows of choosing: always unsure, so that a judge is asked, who answers by chance, late or never. */
export function chooserOf(place: ChooserPlace) {
  return { switchyard: switchyardOf(place), judge: judgeOf(place), openTasks: new OpenTasks(Buffer.alloc(32)) };
}

/** Two candidates, each of which any upstream serves. */
export function candidatesOf(upstreams: readonly SimulatedUpstream[]) {
  return ['light', 'advanced'].map((profile, rank) => {
    const members = upstreams.map((upstream) => {
      const target = targetAt(upstream, profile);
      return { target, bound, worstCase: worstCaseCost(bound, target.priceList), effort: null, outputTokensMax: 1_000 };
    });
    const worstCase = members.reduce((most, member) => (member.worstCase > most ? member.worstCase : most), 0n);
    return {
      profile,
      rank,
      target: members[0]?.target,
      bound,
      effort: null,
      outputTokensMax: 1_000,
      members,
      worstCase,
    };
  });
}

/** A target of a profile, or of none, at an upstream. */
export function targetAt({ name, priceList, hasBillingRecords }: SimulatedUpstream, profile: string): Target {
  const names = { name: `${profile} ${name}`, upstream: name, upstreamModel: 'model' };
  // `as`: what the stages behind the claim look at.
  const most = { contextTokensMax: 10_000, outputTokensMax: 1_000, audio: { seconds_max: 1 } };
  return { ...names, ...most, priceList, hasBillingRecords } as unknown as Target;
}

function switchyardOf({ upstreams, world }: ChooserPlace): Switchyard {
  const [first] = upstreams;
  if (first === undefined) throw new Error('nobody judges');
  const candidates = ['light', 'advanced'].map((name) => ({ profile: { name } }));
  return {
    candidates,
    policy: 'balanced',
    embedded: { version: 'chance', choose: () => unsure(world.random.oneOf(['light', 'advanced'])) },
    judge: {
      strategy: 'llm',
      target: targetAt(first, 'judge'),
      deadlineMs,
      marginMax: 1,
      savingFactorMin: -1,
      answerShareMax: Infinity,
    },
    selectionMax: 10n ** 9n,
    fallback: 'light',
    isStrict: world.happens(30),
  } as unknown as Switchyard;
}

function unsure(selected: string): RouteChoice {
  const codes = { reasonCodes: [], bins: {}, scores: [], fallbackOrder: [] };
  return { selected, score: 0.5, confidence: 0.5, margin: 0, threshold: 0.1, ...codes };
}

function judgeOf({ world, process, upstreams, told }: ChooserPlace): RouteJudge {
  const [first] = upstreams;
  if (first === undefined) throw new Error('nobody judges');
  return {
    version: 'simulated',
    bound,
    expected: () => ({ input: 1, output: 1 }),
    ask: async ({ selectionId, tiers }) => {
      const tier = world.random.whole(0, tiers - 1);
      const asking = first.send(process, { reference: selectionId, key: null, leftMs: 20_000 });
      const outcome = await withinMs(asking, deadlineMs, process.timer);
      if (outcome === 'too_late') return nothing('timeout', 'unknown');
      if (outcome.kind === 'release') return nothing('upstream_error', 'unsent');
      if (outcome.kind === 'flag') return nothing('upstream_error', 'unknown');
      told(selectionId, outcome, first);
      if (world.happens(10)) return nothing('invalid_verdict', outcome.usage);
      return { tier, confidence: null, serviceTier: null, outcome: 'decided', usage: outcome.usage };
    },
  };
}

function nothing(outcome: Judgement['outcome'], usage: Judgement['usage']): Judgement {
  return { tier: null, confidence: null, serviceTier: null, outcome, usage };
}
