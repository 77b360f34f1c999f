import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { importedBytesMax } from '../admin/bank/import-operations.ts';
import { checkedInput } from '../admin/read-input.ts';
import { runOperation } from '../admin/run-operation.ts';
import { GatewayError } from '../errors.ts';
import { answeredError } from '../http/error-response.ts';
import { callOperation } from './call-operation.ts';
import type { ConsoleParts } from './console-parts.ts';
import { onceField } from './forms/asked-in-form.ts';
import { postedForm } from './forms/posted-form.ts';
import { paymentsPage, type PaymentsParts } from './pages/payments-page.ts';
import type { Visit } from './visit.ts';

/** A file in base64, each `+` and `/` of which a form writes as three characters; its other fields. */
const formBytesMax = 2 * importedBytesMax + 65_536;

type Outcome = Pick<PaymentsParts, 'read' | 'refusal'>;

/** The page that takes files of the bank. What is looked at is kept nowhere: the page sends it again to be booked. */
export function paymentsRoutes(router: Router, parts: ConsoleParts): void {
  const { visited, show, deps, frame } = parts;
  const operation = frame.operations.find(({ id }) => id === 'importPayments');
  if (operation === undefined) return;
  const shown = async (ctx: Context, visit: Visit, of: Outcome): Promise<void> => {
    const waiting = await waitingTopups(visit, parts);
    show(ctx, visit, paymentsPage(visit, { once: deps.admin.createId(), waiting, ...of }, frame.operations));
  };
  router.get(
    '/payments',
    visited(async (ctx, visit) => {
      visit.administrator(operation.action);
      await shown(ctx, visit, { read: null, refusal: null });
    }),
  );
  router.post(
    '/payments',
    visited(async (ctx, visit) => {
      const administrator = visit.administrator(operation.action);
      const form = await postedForm(ctx, visit, deps, formBytesMax);
      const statement = form.get('statement') ?? '';
      const book = form.get('book') === 'true';
      let of: Outcome;
      try {
        if (statement === '') throw noFile();
        const input = checkedInput(operation, { statement, book });
        // Looking writes nothing, not even that it was asked.
        const idempotencyKey = book ? (form.get(onceField) ?? '').slice(0, 255) || null : null;
        const call = { administrator, deps: deps.admin, idempotencyKey };
        // `as`: what the operation answers.
        const imported = (await runOperation(operation, input, call)) as NonNullable<PaymentsParts['read']>['imported'];
        of = { read: { statement, imported }, refusal: null };
      } catch (raised) {
        const refusal = answeredError(ctx, raised, deps.telemetry);
        ctx.status = refusal.status;
        of = { read: null, refusal };
      }
      await shown(ctx, visit, of);
    }),
  );
}

/** The first top-ups that nobody has paid. `null`: they cannot be read, which must not hide what became of a file. */
async function waitingTopups(visit: Visit, parts: ConsoleParts): Promise<PaymentsParts['waiting']> {
  try {
    return await callOperation(visit, parts, 'listTopups', { status: 'pending' });
  } catch {
    return null;
  }
}

function noFile(): GatewayError {
  return new GatewayError('invalid_value', {
    detail: 'There is no file, or it is empty.',
    next: 'Choose the file of the bank.',
    param: 'statement',
  });
}
