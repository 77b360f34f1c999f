import { eurFromNano } from '../../domain/money.ts';
import type { SelectionChoice } from '../../domain/selection/selection-events.ts';
import type { CandidateScore, RouteChoice } from '../../routing/choice.ts';
import { policyInWords, type Switchyard } from '../../routing/switchyard.ts';
import type { Rebuilt } from '../records.ts';
import type { BoundOption } from './route-options.ts';

/** How the route was decided. */
export interface Decided {
  /** `null`: no route was decided. */
  readonly option: BoundOption | null;
  readonly strategy: SelectionChoice['strategy'];
  /** The version of the strategy. */
  readonly version: string;
  readonly outcome: SelectionChoice['outcome'];
  /** What the embedded strategy chose; `null` when it was not asked. */
  readonly embedded: RouteChoice | null;
  /** How many calls were made upstream. */
  readonly attempts: number;
  readonly confidence?: number | null;
  /** The target of a running task that is not stored; absent: see {@link Routing.boundTo}. */
  readonly boundTo?: string;
}

/** A choice as it is recorded: configured names, figures and words of closed lists. Contains nothing of a text. */
export function selectionChoice(
  { routing, request }: Pick<Rebuilt, 'routing' | 'request'>,
  decided: Decided,
  { switchyard, durationUs }: { readonly switchyard: Switchyard; readonly durationUs: number },
): SelectionChoice {
  const { option, strategy, embedded } = decided;
  const isEmbedded = strategy === 'embedded' && embedded !== null;
  const confidence = isEmbedded ? embedded.confidence : (decided.confidence ?? null);
  const options = routing?.options ?? [];
  const boundTo = decided.boundTo ?? routing?.boundTo ?? null;
  return {
    strategy,
    strategy_version: decided.version,
    policy: policyInWords(switchyard.policy),
    candidates: candidatesOf({ routing }, embedded, switchyard),
    selected: option?.profile ?? null,
    fallback_order: fallbackOrder(
      option,
      options.map(({ profile }) => profile),
      embedded,
    ),
    ...(isEmbedded && {
      score: writtenFigure(embedded.score),
      margin: writtenFigure(embedded.margin),
      threshold: writtenFigure(embedded.threshold),
    }),
    ...(confidence !== null && { confidence: writtenFigure(confidence) }),
    reason_codes: [...(embedded?.reasonCodes ?? [])],
    bins: { ...embedded?.bins },
    effort_requested: request.asked.effort,
    effort_applied: option?.effort ?? null,
    ...(boundTo !== null && { bound_to: boundTo }),
    outcome: decided.outcome,
    attempts: decided.attempts,
    duration_us: durationUs,
    ...(embedded !== null && !isEmbedded && { shadow: embedded.selected }),
  };
}

/** The choice to record while no route is decided. */
export function undecidedChoice(record: Pick<Rebuilt, 'routing' | 'request'>, switchyard: Switchyard): SelectionChoice {
  const decided: Decided = {
    option: null,
    strategy: 'default',
    version: 'none',
    outcome: 'failed',
    embedded: null,
    attempts: 0,
  };
  return selectionChoice(record, decided, { switchyard, durationUs: 0 });
}

/** All candidates that were considered, in the order of the configuration. */
function candidatesOf(
  { routing }: Pick<Rebuilt, 'routing'>,
  embedded: RouteChoice | null,
  { candidates }: Switchyard,
): SelectionChoice['candidates'] {
  const found: SelectionChoice['candidates'] = [];
  const scores = new Map(embedded?.scores.map((score) => [score.profile, score]));
  for (const { name: profile } of candidates.map((candidate) => candidate.profile)) {
    const option = routing?.options.find((it) => it.profile === profile);
    const excluded = routing?.excluded.find((it) => it.profile === profile);
    if (option !== undefined) found.push({ profile, target: option.target.name, ...scoreFields(scores.get(profile)) });
    else if (excluded !== undefined) {
      const { target, reason } = excluded;
      found.push({ profile, ...(target !== null && { target }), excluded: reason });
    }
  }
  return found;
}

function scoreFields(score: CandidateScore | undefined) {
  if (score === undefined) return {};
  return {
    expected_quality: writtenFigure(score.expectedQuality),
    expected_cost_eur: eurFromNano(score.expectedCost),
    score: writtenFigure(score.score),
  };
}

/** The other profiles: the best first, if the embedded strategy was asked. */
function fallbackOrder(
  option: BoundOption | null,
  profiles: readonly string[],
  embedded: RouteChoice | null,
): string[] {
  const order = embedded === null ? profiles : [embedded.selected, ...embedded.fallbackOrder];
  return option === null ? [] : order.filter((profile) => profile !== option.profile);
}

const figureMax = 999_999;

function writtenFigure(value: number): string {
  const bounded = Number.isFinite(value) ? Math.max(-figureMax, Math.min(figureMax, value)) : figureMax;
  return bounded.toFixed(4).replace(/^-(0\.0+)$/, '$1');
}
