import { readdir, readFile } from 'node:fs/promises';
import type { PinoTelemetry } from '../adapters/pino-telemetry.ts';

/** Open descriptors of this process, such as sockets and files, and the most it may have. */
export interface Descriptors {
  readonly open: number;
  readonly max: number;
}

const intervalMs = 5_000;
/** The part of all that may be open before it is reported, and below which it is over. */
const [lowPart, freePart] = [0.9, 0.8];

export interface WatchedDescriptors {
  /** What the operator should know. */
  notices(): readonly string[];
  /** Looks now instead of at the end of the interval. Never raises. */
  look(): Promise<void>;
}

/**
 * Reports once that descriptors run out: new connections are then closed without an answer, and nobody else says why.
 * Linux only; elsewhere the gauges have no value. `closing` ends it.
 */
export function watchDescriptors(
  {
    telemetry,
    closing,
  }: { readonly telemetry: Pick<PinoTelemetry, 'warn' | 'info' | 'addGauges'>; closing: AbortSignal },
  read: () => Promise<Descriptors> = ownDescriptors,
): WatchedDescriptors {
  let seen: Descriptors = { open: Number.NaN, max: Number.NaN };
  let isLow = false;
  telemetry.addGauges({
    waybill_descriptors_open: { help: 'Open descriptors: sockets and files. Linux only.', read: () => seen.open },
    waybill_descriptors_max: { help: 'Most descriptors that the process may open. Linux only.', read: () => seen.max },
  });
  const look = async (): Promise<void> => {
    // Looking needs a descriptor itself.
    seen = await read().catch((error: unknown) => (isExhaustion(error) ? { ...seen, open: seen.max } : seen));
    const { open, max } = seen;
    if (!isLow && open > max * lowPart) {
      isLow = true;
      telemetry.warn('descriptors_low', { open, max, next: advice });
    } else if (isLow && open < max * freePart) {
      isLow = false;
      telemetry.info('descriptors_free_again', { open, max });
    }
  };
  void look();
  const timer = setInterval(() => void look(), intervalMs).unref();
  closing.addEventListener('abort', () => clearInterval(timer));
  return {
    look,
    notices: () => (isLow ? [`descriptors_low: ${seen.open} of ${seen.max} descriptors are open. ${advice}`] : []),
  };
}

const advice =
  'New connections are closed without an answer when none is left. Raise the limit of open files of the process (`ulimit -n`, `LimitNOFILE`), or lower `server.connections_max`.';

function isExhaustion(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE');
}

async function ownDescriptors(): Promise<Descriptors> {
  const limits = await readFile('/proc/self/limits', 'utf8');
  const [, max = 'unlimited'] = /^Max open files +(\d+)/m.exec(limits) ?? [];
  // One of them is the look itself.
  const open = (await readdir('/proc/self/fd')).length - 1;
  return { open, max: max === 'unlimited' ? Number.POSITIVE_INFINITY : Number(max) };
}
