import { Counter, type Registry } from 'prom-client';
import { approximateEur } from '../../domain/money.ts';
import type { SelectionTelemetry } from '../../ports/telemetry.ts';

/** Metrics of choices by `switchyard`. */
export function pinoSelectionTelemetry(registry: Registry): SelectionTelemetry {
  const count = selectionCountersIn(registry);
  return {
    routeChosen: ({ strategy, outcome, target, cost }) => {
      count.choices.labels(strategy, outcome, target).inc();
      count.cost.inc(approximateEur(cost));
    },
    routeSaved: (saved) =>
      saved < 0n ? count.lost.inc(approximateEur(-saved)) : count.saved.inc(approximateEur(saved)),
  };
}

function selectionCountersIn(registry: Registry) {
  const registers = [registry];
  const choices = new Counter({
    name: 'waybill_selections_total',
    help: 'Choices of who answers, by strategy, what became of the choosing, and the target that was chosen.',
    labelNames: ['strategy', 'outcome', 'target'],
    registers,
  });
  const cost = new Counter({
    name: 'waybill_selection_eur_total',
    help: 'What choosing who answers has cost.',
    registers,
  });
  const saved = new Counter({
    name: 'waybill_selection_saved_eur_total',
    help: 'What chosen answers cost less than by the dearest that might have given them, choosing paid; where they did.',
    registers,
  });
  const lost = new Counter({
    name: 'waybill_selection_lost_eur_total',
    help: 'What they cost more, where they did.',
    registers,
  });
  return { choices, cost, saved, lost };
}
