import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { askOperation, callOperation } from './call-operation.ts';
import type { ConsoleParts } from './console-parts.ts';
import { formFields } from './forms/form-fields.ts';
import { formInPage } from './forms/form-in-page.ts';
import { readingForm } from './forms/operation-form.ts';
import { chargePage, type ChargeParts } from './pages/charge-page.ts';
import type { ConsolePage } from './pages/frame.ts';
import type { ShownEvent } from './pages/ledger-events.ts';
import { walletPage, type WalletParts } from './pages/wallet-page.ts';
import type { Visit } from './visit.ts';

/** What an address asks for. */
type Asked = Readonly<Record<string, string>>;

/** Pages that show more than one operation answers. */
export function composedRoutes(router: Router, parts: ConsoleParts): void {
  const pages: Readonly<Record<string, (visit: Visit, asked: Asked) => Promise<ConsolePage>>> = {
    '/charge': async (visit, asked) => {
      return chargePage(visit, await chargeParts(visit, parts, asked), parts.frame.operations);
    },
    '/wallet': async (visit, asked) => {
      return walletPage(visit, await walletParts(visit, parts, asked), parts.frame.operations);
    },
  };
  for (const [path, pageOf] of Object.entries(pages)) {
    router.get(
      path,
      parts.visited(async (ctx, visit) => parts.show(ctx, visit, await pageOf(visit, askedIn(ctx)))),
    );
  }
}

function askedIn({ querystring }: Context): Asked {
  return Object.fromEntries(new URLSearchParams(querystring));
}

async function chargeParts(visit: Visit, parts: ConsoleParts, { reservation_id = '' }: Asked): Promise<ChargeParts> {
  const asked = { reservation_id };
  const { found } = await askOperation(visit, parts, 'showReservation', asked);
  const events = await callOperation(visit, parts, 'listReservationEvents', asked);
  // `as`: what the operations answer.
  const charge = found as ChargeParts['charge'];
  const { data = [] } = (events?.found ?? {}) as { readonly data?: readonly ShownEvent[] };
  const isInDoubt = typeof charge.open?.cause === 'string';
  const decisions = isInDoubt ? decisionForms(visit, parts, reservation_id) : null;
  return { charge, events: data, decisions };
}

/** The two ways to end a hold whose outcome is unknown. */
function decisionForms(visit: Visit, parts: ConsoleParts, reservation_id: string) {
  return ['settleReservation', 'releaseReservation'].map((id) => formInPage(visit, parts, id, { reservation_id }));
}

async function walletParts(visit: Visit, parts: ConsoleParts, asked: Asked): Promise<WalletParts> {
  const { wallet_id = '' } = asked;
  const { operation: shown, found } = await askOperation(visit, parts, 'showWallet', { wallet_id });
  const [statement, holds, flagged] = await Promise.all([
    askOperation(visit, parts, 'listEntries', { zone: visit.zone, limit: '50', ...asked }),
    callOperation(visit, parts, 'listReservations', { wallet_id, limit: '20' }),
    callOperation(visit, parts, 'listReservations', { wallet_id, flagged: 'true', billing_records: 'true' }),
  ]);
  const { operation } = statement;
  const written = new URLSearchParams(statement.asked);
  // `as`: what the operations answer.
  const { data = [] } = (flagged?.found ?? {}) as {
    readonly data?: readonly WalletParts['doubtful'][number]['hold'][];
  };
  return {
    wallet: found as WalletParts['wallet'],
    shown,
    statement,
    filters: readingForm(visit, { operation, fields: formFields(operation), written, wrong: null, once: '' }),
    holds,
    doubtful: data.map((hold) => ({ hold, decisions: decisionForms(visit, parts, hold.id) })),
  };
}
