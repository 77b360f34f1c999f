import type { EventLog, RecordedEvent } from '../../src/ports/event-log.ts';
import type { IntegrationEvent } from '../../src/domain/integration-event.ts';
import { factPrefixes } from '../../src/ledger/stream-names.ts';

export const eventId = ({ headers }: IntegrationEvent): string => headers['ce_id'] ?? '';

/** What a consumer keeps: of each key the first copies, none that a later revision came before. Raises on a gap. */
export function deduplicated(published: readonly IntegrationEvent[]): readonly IntegrationEvent[] {
  const lastOf = new Map<string, number>();
  return published.filter(({ headers }) => {
    const [stream, sequence] = [headers['ce_subject'] ?? '', Number(headers['ce_sequence'])];
    const last = lastOf.get(stream) ?? -1;
    if (sequence <= last) return false;
    if (sequence !== last + 1) throw new Error(`${stream} goes from ${last} to ${sequence}`);
    lastOf.set(stream, sequence);
    return true;
  });
}

/** Ids by stream, in order: what every reader of the log must agree on. */
export function idsByStream(
  events: readonly { readonly stream: string; readonly id: string }[],
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    [...Map.groupBy(events, ({ stream }) => stream)].map(([stream, its]) => [stream, its.map(({ id }) => id)]),
  );
}

export function publishedByStream(published: readonly IntegrationEvent[]): Readonly<Record<string, readonly string[]>> {
  return idsByStream(published.map((event) => ({ stream: event.headers['ce_subject'] ?? '', id: eventId(event) })));
}

/** Every fact of a log. */
export async function factsOf(log: EventLog): Promise<readonly RecordedEvent[]> {
  const facts: RecordedEvent[] = [];
  for (;;) {
    const after = facts.at(-1)?.position;
    const page = await log.readAll({
      limit: 1_000,
      streamPrefixes: factPrefixes,
      ...(after === undefined ? {} : { after }),
    });
    facts.push(...page);
    if (page.length < 1_000) return facts;
  }
}
