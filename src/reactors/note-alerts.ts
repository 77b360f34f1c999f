import { alertEventTypes, alertOf, type Alert, type AlertEvent, type AlertSubject } from '../domain/webhooks/alert.ts';
import { messageText } from '../domain/webhooks/message.ts';
import type { Webhook } from '../domain/webhooks/webhook.ts';
import { recordedScope } from '../ledger/administration/scope-changes.ts';
import { decodeEvent } from '../ledger/codec.ts';
import { recordedApiKey, recordedPrincipal } from '../ledger/identities.ts';
import { LeaseTaken, RelayLease } from '../ledger/relay-lease.ts';
import * as streams from '../ledger/stream-names.ts';
import { recordedWalletState } from '../ledger/wallet-fold.ts';
import { requestDelivery } from '../ledger/webhooks/webhooks.ts';
import type { EventLogRetention } from '../ports/event-log-retention.ts';
import type { EventLog, Position, RecordedEvent } from '../ports/event-log.ts';
import type { KeyHasher } from '../ports/key-hasher.ts';
import type { LogEndReader } from '../ports/log-end.ts';

/** A webhook, and when its creation was recorded, ISO 8601: earlier alerts are not for it. */
type CreatedWebhook = Webhook & { readonly created_at: string };

export interface NoteAlertsDeps {
  readonly log: EventLog;
  readonly logEnd: LogEndReader;
  readonly retention: EventLogRetention;
  /** Creates an event id: a UUID. */
  readonly createId: () => string;
  /** Derives the ids of deliveries. */
  readonly keyHasher: KeyHasher;
  /** The webhooks of all events that are in the log now. */
  readonly webhooks: () => Promise<readonly CreatedWebhook[]>;
}

/** The streams in which there are alerts. */
const streamPrefixes = [
  streams.walletPrefix,
  streams.apiKeyPrefix,
  streams.principalPrefix,
  streams.scopePrefix,
  streams.topupPrefix,
  streams.payoutPrefix,
  streams.noticePrefix,
];

const pageEvents = 1_000;
/** Events without an alert after which the cursor moves nevertheless. */
const unmovedMax = 10_000;

/**
 * Makes a delivery of each alert for each webhook that asks for it. Its cursor is in the ledger, and moves after the
 * deliveries are recorded; their ids follow from webhook and event, so that neither a repetition nor another process makes
 * a second one.
 */
export class AlertNotes {
  readonly #deps: NoteAlertsDeps;
  readonly #cursor: RelayLease;
  /** Up to here this process has read; `null`: not known yet. */
  #readUpTo: Position | null = null;
  #unmoved = 0;

  constructor(deps: NoteAlertsDeps) {
    this.#deps = deps;
    const { log, retention, createId } = deps;
    this.#cursor = new RelayLease({ log, retention, relay: 'webhooks', createId });
  }

  /**
   * Reads what is in the log now. Without webhooks nothing is read: what happens before the first one is not for it.
   * Raises what the log raises; the next call continues.
   */
  async note(signal?: AbortSignal): Promise<void> {
    const { logEnd, webhooks, log } = this.#deps;
    // Before the webhooks: none of those that matter up to there is missing then.
    const { newest } = await logEnd.end({ streamPrefixes, ...(this.#readUpTo !== null && { after: this.#readUpTo }) });
    if (newest === null) return;
    const active = (await webhooks()).filter(({ status }) => status === 'active');
    if (active.length === 0) {
      this.#readUpTo = newest;
      return;
    }
    this.#readUpTo ??= (await this.#cursor.look()).publishedUpTo;
    for (;;) {
      if (signal?.aborted === true) return;
      const after = this.#readUpTo;
      const page = await log.readAll({ streamPrefixes, limit: pageEvents, ...(after !== null && { after }) });
      const events = page.filter(({ position }) => log.comparePositions(position, newest) <= 0);
      const last = events.at(-1);
      if (last === undefined) return;
      const noted = await this.#noteIn(events, active);
      this.#unmoved += events.length;
      if (noted > 0 || this.#unmoved >= unmovedMax) await this.#move(last.position);
      this.#readUpTo = last.position;
      if (events.length < pageEvents) return;
    }
  }

  async #noteIn(events: readonly RecordedEvent[], webhooks: readonly CreatedWebhook[]): Promise<number> {
    let noted = 0;
    for (const recorded of events) {
      if (!alertEventTypes.has(recorded.type)) continue;
      // By its type.
      const alert = alertOf(decodeEvent(recorded) as AlertEvent, streams.walletIdOf(recorded.stream));
      const asking = webhooks.filter(
        ({ alerts, created_at }) => alerts.includes(alert.type) && created_at <= recorded.recordedAt,
      );
      if (asking.length === 0) continue;
      const place = await placeOf(this.#deps.log, alert.of);
      for (const { webhook_id } of asking.filter((webhook) => isWithin(webhook, place))) {
        await requestDelivery(this.#deps, messageOf(alert, { webhook_id, recorded, place }));
        noted += 1;
      }
    }
    return noted;
  }

  async #move(to: Position): Promise<void> {
    try {
      const seen = await this.#cursor.look();
      const isBehind = seen.publishedUpTo === null || this.#deps.log.comparePositions(seen.publishedUpTo, to) < 0;
      if (isBehind) await this.#cursor.write(seen, { holderId: null, publishedUpTo: to });
      this.#unmoved = 0;
    } catch (error) {
      // Another process has moved it, and has noted the same.
      if (!(error instanceof LeaseTaken)) throw error;
    }
  }
}

interface AlertPlace {
  readonly tenantId: string | null;
  readonly resellerId: string | null;
}

function isWithin({ tenant_id, reseller_id }: Webhook, { tenantId, resellerId }: AlertPlace): boolean {
  if (tenant_id !== null) return tenant_id === tenantId;
  return reseller_id === null || reseller_id === resellerId;
}

async function placeOf(log: EventLog, subject: AlertSubject): Promise<AlertPlace> {
  if (subject.kind === 'platform') return { tenantId: null, resellerId: null };
  if (subject.kind === 'reseller') return { tenantId: null, resellerId: subject.id };
  const tenantId = await tenantOf(log, subject);
  if (tenantId === null) return { tenantId: null, resellerId: null };
  return { tenantId, resellerId: (await recordedScope(log, 'tenant', tenantId))?.parent_id ?? null };
}

async function tenantOf(log: EventLog, { kind, id }: AlertSubject): Promise<string | null> {
  switch (kind) {
    case 'wallet':
      return (await recordedWalletState(log, id))?.tenantId ?? null;
    case 'key':
      return (await recordedApiKey(log, id))?.tenant_id ?? null;
    case 'user':
      return (await recordedPrincipal(log, id))?.tenant_id ?? null;
    case 'group':
      return (await recordedScope(log, 'group', id))?.parent_id ?? null;
    case 'tenant':
      return id;
    case 'reseller':
    case 'platform':
      return null;
  }
}

interface Noted {
  readonly webhook_id: string;
  readonly recorded: RecordedEvent;
  readonly place: AlertPlace;
}

function messageOf({ type, data }: Alert, { webhook_id, recorded, place }: Noted) {
  const tenant = place.tenantId === null ? {} : { tenant_id: place.tenantId };
  return {
    webhook_id,
    event_id: recorded.id,
    message_type: type,
    message: messageText(type, recorded.recordedAt, { ...tenant, ...data }),
    due_at: recorded.recordedAt,
  };
}
