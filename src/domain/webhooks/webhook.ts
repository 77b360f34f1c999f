import { actorMember } from '../actor.ts';
import { accept, refuse, type Decider, type Decision } from '../decider.ts';
import type { AlertType } from './alert-types.ts';
import type { WebhookEvent } from './webhook-events.ts';

/** A secret that signs messages. Only its sealed form is recorded. */
export interface WebhookSecret {
  /** Base64 of the encrypted secret. */
  readonly sealed: string;
  /** The id of the rotation that made it; `null`: the first one. */
  readonly rotation_id: string | null;
}

/** An address to which alerts are sent, folded from its events. Plain JSON. */
export interface Webhook {
  readonly webhook_id: string;
  /** With neither of them, it is the platform's. */
  readonly tenant_id: string | null;
  readonly reseller_id: string | null;
  readonly url: string;
  readonly alerts: readonly AlertType[];
  /** `disabled`: the receiver answered 410. */
  readonly status: 'active' | 'disabled' | 'deleted';
  readonly secret: WebhookSecret;
  /** The secret before, which signs too until `until`, ISO 8601. Absent: it was never rotated. */
  readonly previous?: WebhookSecret & { readonly until: string };
}

interface Administered {
  /** The actor: see `actor.ts`. */
  readonly actor?: string;
}

/** What is asked for. */
export type NewWebhook = Pick<Webhook, 'webhook_id' | 'tenant_id' | 'reseller_id' | 'url' | 'alerts'>;

/** Commands for a webhook. */
export type WebhookCommand =
  | (Administered & { readonly type: 'create_webhook'; readonly webhook: NewWebhook; readonly sealed: string })
  | (Administered & { readonly type: 'change_webhook'; readonly url?: string; readonly alerts?: readonly AlertType[] })
  | (Administered & {
      readonly type: 'rotate_webhook_secret';
      readonly rotationId: string;
      readonly sealed: string;
      /** ISO 8601. */
      readonly previousValidUntil: string;
    })
  | (Administered & { readonly type: 'disable_webhook' })
  | (Administered & { readonly type: 'delete_webhook' });

/** The rules that can be broken, in the order in which they are checked. */
export const webhookRefusals = ['webhook_already_created', 'webhook_not_created', 'webhook_deleted'] as const;

/** Why a command was refused: the name of the broken rule. */
export type WebhookRefusal = (typeof webhookRefusals)[number];

/** A webhook. Repeating a command, other than its creation, is accepted without an event. */
export const webhook: Decider<Webhook | null, WebhookCommand, WebhookEvent, WebhookRefusal> = {
  initialState: null,
  evolve: evolveWebhook,
  decide,
};

function decide(command: WebhookCommand, state: Webhook | null): Decision<WebhookEvent, WebhookRefusal> {
  if (command.type === 'create_webhook') return create(command, state);
  if (state === null) return refuse('webhook_not_created');
  if (state.status === 'deleted' && command.type !== 'delete_webhook') return refuse('webhook_deleted');
  const { webhook_id } = state;
  const by = actorMember(command.actor);
  switch (command.type) {
    case 'change_webhook': {
      const { url = state.url, alerts = state.alerts } = command;
      const isKnown = url === state.url && alerts.join() === state.alerts.join();
      if (isKnown && state.status === 'active') return accept();
      return accept({ type: 'WebhookChanged', data: { webhook_id, url, alerts: [...alerts], ...by } });
    }
    case 'rotate_webhook_secret': {
      const { rotationId: rotation_id, sealed: sealed_secret, previousValidUntil: previous_valid_until } = command;
      if (state.secret.rotation_id === rotation_id) return accept();
      const data = { webhook_id, rotation_id, sealed_secret, previous_valid_until, ...by };
      return accept({ type: 'WebhookSecretRotated', data });
    }
    case 'disable_webhook':
      return state.status === 'disabled' ? accept() : accept({ type: 'WebhookDisabled', data: { webhook_id } });
    case 'delete_webhook':
      return state.status === 'deleted' ? accept() : accept({ type: 'WebhookDeleted', data: { webhook_id, ...by } });
  }
}

function create(
  { webhook: { alerts, ...asked }, sealed: sealed_secret, actor }: Extract<WebhookCommand, { type: 'create_webhook' }>,
  state: Webhook | null,
): Decision<WebhookEvent, WebhookRefusal> {
  if (state !== null) return refuse('webhook_already_created');
  const data = { ...asked, alerts: [...alerts], sealed_secret, ...actorMember(actor) };
  return accept({ type: 'WebhookCreated', data });
}

/** One step of the fold. Pure; never rejects a recorded event. */
export function evolveWebhook(state: Webhook | null, event: WebhookEvent): Webhook | null {
  if (event.type === 'WebhookCreated') {
    const { actor: _, sealed_secret: sealed, ...created } = event.data;
    return { ...created, status: 'active', secret: { sealed, rotation_id: null } };
  }
  if (state === null) return null;
  switch (event.type) {
    case 'WebhookChanged': {
      const { url, alerts } = event.data;
      return { ...state, url, alerts, status: 'active' };
    }
    case 'WebhookSecretRotated': {
      const { rotation_id, sealed_secret: sealed, previous_valid_until: until } = event.data;
      return { ...state, secret: { sealed, rotation_id }, previous: { ...state.secret, until } };
    }
    case 'WebhookDisabled':
      return { ...state, status: 'disabled' };
    case 'WebhookDeleted':
      return { ...state, status: 'deleted' };
  }
}

/** The sealed secrets that sign at `now`, milliseconds since 1970: the one before first, as some receivers read only that. */
export function signingSecrets({ secret, previous }: Webhook, now: number): readonly string[] {
  return previous !== undefined && now < Date.parse(previous.until)
    ? [previous.sealed, secret.sealed]
    : [secret.sealed];
}

/** What a sealed secret of a webhook is bound to. */
export function secretPlace(webhookId: string): string {
  return `webhook secret ${webhookId}`;
}
