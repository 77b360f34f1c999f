import type { PinoTelemetry } from '../adapters/pino-telemetry.ts';
import type { Config } from '../config.ts';
import { SteadyClock } from '../time/steady-clock.ts';
import { systemTimer, type Timer } from '../time/timer.ts';

export interface ConfiguredClock {
  readonly clock: SteadyClock;
  /** The clock of the stages. */
  readonly stages: { readonly clock: SteadyClock; readonly timer: Timer };
  /** Current problems of the clock for the operator. */
  notices(): readonly string[];
}

const effect = 'until then nothing is removed, hidden or forgotten because of its age';

/** The clock of this process. It logs jumps, and follows one only after the wall clock has run steadily for a while. */
export function configuredClock({ clock: { settle_ms: settleMs } }: Config, telemetry: PinoTelemetry): ConfiguredClock {
  const clock = new SteadyClock({
    settleMs,
    onJump: ({ jumpMs, settlesInMs }) => {
      telemetry.warn('clock_jumped', { jump_ms: Math.round(jumpMs), settles_in_ms: settlesInMs, effect });
    },
  });
  telemetry.info('clock_settling', { settles_in_ms: settleMs, effect });
  telemetry.addGauges({
    waybill_clock_jumps: { help: 'Jumps of the wall clock since the start.', read: () => clock.jumps },
    waybill_clock_is_settled: {
      help: '1 if the wall clock has run steadily for clock.settle_ms; until then nothing is removed because of its age.',
      read: () => (clock.isSettled ? 1 : 0),
    },
  });
  return {
    clock,
    stages: { clock, timer: systemTimer },
    notices: () => (clock.isSettled ? [] : ['clock_not_settled: nothing is removed by its age']),
  };
}
