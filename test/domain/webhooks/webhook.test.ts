import test from 'ava';
import { signingSecrets, webhook, webhookRefusals } from '../../../src/domain/webhooks/webhook.ts';
import type { WebhookEvent } from '../../../src/domain/webhooks/webhook-events.ts';
import { testDecisions } from '../../_support/decision-table.ts';
import { id, tenantId } from '../../_support/wallet-vocabulary.ts';

const webhook_id = id('6', 1);
const asked = {
  webhook_id,
  tenant_id: tenantId,
  reseller_id: null,
  url: 'https://hooks.example/waybill',
  alerts: ['wallet.low'] as const,
};
const until = '2026-11-02T12:00:00.000Z';

const created: WebhookEvent = {
  type: 'WebhookCreated',
  data: { ...asked, alerts: ['wallet.low'], sealed_secret: 'c2Vj' },
};
const disabled: WebhookEvent = { type: 'WebhookDisabled', data: { webhook_id } };
const deleted: WebhookEvent = { type: 'WebhookDeleted', data: { webhook_id } };
const rotated: WebhookEvent = {
  type: 'WebhookSecretRotated',
  data: { webhook_id, rotation_id: id('7', 1), sealed_secret: 'bmV3', previous_valid_until: until },
};

const create = { type: 'create_webhook', webhook: asked, sealed: 'c2Vj' } as const;
const change = { type: 'change_webhook', url: 'https://hooks.example/other' } as const;
const rotate = {
  type: 'rotate_webhook_secret',
  rotationId: id('7', 1),
  sealed: 'bmV3',
  previousValidUntil: until,
} as const;
const disable = { type: 'disable_webhook' } as const;
const remove = { type: 'delete_webhook' } as const;

testDecisions('a webhook', webhook, {
  states: {
    unknown: [],
    active: [created],
    disabled: [created, disabled],
    deleted: [created, deleted],
  },
  commands: {
    create_webhook: create,
    change_webhook: change,
    rotate_webhook_secret: rotate,
    disable_webhook: disable,
    delete_webhook: remove,
  },
  outcomes: {
    create_webhook: {
      unknown: 'WebhookCreated',
      active: 'webhook_already_created',
      disabled: 'webhook_already_created',
      deleted: 'webhook_already_created',
    },
    change_webhook: {
      unknown: 'webhook_not_created',
      active: 'WebhookChanged',
      disabled: 'WebhookChanged',
      deleted: 'webhook_deleted',
    },
    rotate_webhook_secret: {
      unknown: 'webhook_not_created',
      active: 'WebhookSecretRotated',
      disabled: 'WebhookSecretRotated',
      deleted: 'webhook_deleted',
    },
    disable_webhook: {
      unknown: 'webhook_not_created',
      active: 'WebhookDisabled',
      disabled: 'nothing',
      deleted: 'webhook_deleted',
    },
    delete_webhook: {
      unknown: 'webhook_not_created',
      active: 'WebhookDeleted',
      disabled: 'WebhookDeleted',
      deleted: 'nothing',
    },
  },
  refusals: webhookRefusals,
  ladders: {
    create_webhook: [{ refusal: 'webhook_already_created', given: [created, deleted], when: create }],
    change_webhook: [
      { refusal: 'webhook_not_created', given: [], when: change },
      { refusal: 'webhook_deleted', given: [created, deleted], when: change },
    ],
    rotate_webhook_secret: [
      { refusal: 'webhook_not_created', given: [], when: rotate },
      { refusal: 'webhook_deleted', given: [created, deleted], when: rotate },
    ],
    disable_webhook: [
      { refusal: 'webhook_not_created', given: [], when: disable },
      { refusal: 'webhook_deleted', given: [created, deleted], when: disable },
    ],
    delete_webhook: [{ refusal: 'webhook_not_created', given: [], when: remove }],
  },
});

test('the same address again records nothing, unless it enables a disabled webhook', (t) => {
  const keep = { type: 'change_webhook', url: asked.url } as const;
  const active = webhook.evolve(null, created);
  t.deepEqual(webhook.decide(keep, active), { accepted: true, events: [] });
  const decision = webhook.decide(keep, webhook.evolve(active, disabled));
  t.deepEqual(decision.accepted ? decision.events.map(({ type }) => type) : [], ['WebhookChanged']);
});

test('a repeated rotation records nothing', (t) => {
  const state = [created, rotated].reduce(webhook.evolve, webhook.initialState);
  const again = webhook.decide({ ...rotate, sealed: 'b3Ro' }, state);
  t.deepEqual(again, { accepted: true, events: [] });
});

test('both secrets sign until the overlap ends, the old one first', (t) => {
  const state = [created, rotated].reduce(webhook.evolve, webhook.initialState);
  if (state === null) return t.fail();
  t.deepEqual(signingSecrets(state, Date.parse(until) - 1), ['c2Vj', 'bmV3']);
  t.deepEqual(signingSecrets(state, Date.parse(until)), ['bmV3']);
});
