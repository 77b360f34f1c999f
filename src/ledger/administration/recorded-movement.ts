import type { WalletEvent, WalletEventOf } from '../../domain/wallet-events.ts';
import type { EventLog } from '../../ports/event-log.ts';
import { decodeEvent } from '../codec.ts';
import type { MovementId } from '../kept-ids.ts';
import { walletStream } from '../stream-names.ts';

/** The amount, the cause and the lots of a recorded credit or debit. */
export type Movement = Pick<WalletEventOf<'WalletCredited' | 'WalletDebited'>['data'], 'amount_eur' | 'cause' | 'lots'>;

/**
 * The credit or debit of a wallet with this id, read from its event; `null`: there is none. Reads the newest events
 * first, because the movement is usually recent. Raises what the log raises.
 */
export async function recordedMovement(
  log: Pick<EventLog, 'readStream'>,
  movement: MovementId,
): Promise<Movement | null> {
  const stream = walletStream(movement.walletId);
  let page = await log.readStream(stream, { direction: 'backwards' });
  while (page.length > 0) {
    for (const recorded of page) {
      if (recorded.type !== 'WalletCredited' && recorded.type !== 'WalletDebited') continue;
      // The stream's category fixes the type of its events.
      const event = decodeEvent(recorded) as WalletEvent;
      if (isOf(event, movement)) return event.data;
    }
    const first = page.at(-1)?.revision ?? 0;
    page = first === 0 ? [] : await log.readStream(stream, { direction: 'backwards', fromRevision: first - 1 });
  }
  return null;
}

function isOf(
  event: WalletEvent,
  { kind, id }: MovementId,
): event is WalletEventOf<'WalletCredited'> | WalletEventOf<'WalletDebited'> {
  if (event.type === 'WalletCredited') return kind === 'credit' && event.data.credit_id === id;
  return event.type === 'WalletDebited' && kind === 'debit' && event.data.debit_id === id;
}
