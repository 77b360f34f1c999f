import type { Router } from '@koa/router';
import { rowsOf } from '../admin/shown/list-columns.ts';
import { zoneNamed } from '../domain/budgets/budget-period.ts';
import { GatewayError } from '../errors.ts';
import { ownerName } from '../ports/console-sessions.ts';
import { addressOf } from './address-of.ts';
import { callOperation } from './call-operation.ts';
import type { ConsoleParts } from './console-parts.ts';
import { postedForm } from './forms/posted-form.ts';
import { homePage, sessionsPage, type HomeParts } from './pages/own-pages.ts';
import type { Answer } from './pages/shown-answer.ts';
import { isLanguage } from './texts/languages.ts';
import { overviewParts } from './overview-parts.ts';
import { lastDays, usagePlot } from './usage-plot.ts';
import type { Visit } from './visit.ts';

/** The first page, and what a person does with their own sessions. */
export function ownRoutes(router: Router, parts: ConsoleParts): void {
  const { visited, show, deps, frame } = parts;
  const { sessions } = deps;
  router.get(
    '/',
    visited(async (ctx, visit) => show(ctx, visit, homePage(visit, await homeParts(visit, parts), frame.operations))),
  );
  router.get(
    '/sessions',
    visited(async (ctx, visit) => {
      const known = visit.person === null ? null : await deps.people.find(visit.person.user_id);
      const own = sessions.list(ownerName(visit.session.owner));
      show(ctx, visit, sessionsPage(visit, { sessions: own, passkeys: known?.logIns.passkeys ?? [] }));
    }),
  );
  router.post(
    '/sessions/end',
    visited(async (ctx, visit) => {
      const id = (await postedForm(ctx, visit, deps)).get('id');
      const own = sessions.list(ownerName(visit.session.owner)).find((session) => session.id === id);
      if (own === undefined) throw new GatewayError('resource_not_found', { detail: 'There is no such session.' });
      sessions.end(own.id);
      ctx.redirect(addressOf('/sessions'));
      ctx.status = 303;
    }),
  );
  router.post(
    '/settings',
    visited(async (ctx, visit) => {
      const form = await postedForm(ctx, visit, deps);
      const [language, zone] = [form.get('language') ?? '', form.get('zone') ?? 'UTC'];
      if (!isLanguage(language))
        throw new GatewayError('invalid_value', { detail: '`language` is none of the console.', param: 'language' });
      if (zoneNamed(zone) === null) {
        throw new GatewayError('invalid_value', {
          detail: '`zone` is no IANA time zone, such as Europe/Rome.',
          param: 'zone',
        });
      }
      sessions.set(visit.session.id, { language, zone });
      ctx.redirect(addressOf('/sessions'));
      ctx.status = 303;
    }),
  );
}

/** What a person has, or a machine: the wallet, keys, and what is charged. */
async function homeParts(visit: Visit, parts: ConsoleParts): Promise<HomeParts> {
  const { person } = visit;
  const own: Readonly<Record<string, string>> = person === null ? {} : { user_id: person.user_id };
  const overview = await overviewParts(visit, parts);
  // Beside sums of all stands what all have spent.
  const spenders = overview === null ? own : {};
  const [wallet, usage, ...lists] = await Promise.all([
    person === null ? null : callOperation(visit, parts, 'showWallet', { wallet_id: person.wallet_id }),
    usagePlot(visit, parts, { ...lastDays(visit, parts, 14), step: 'day', filters: { ...spenders, part: 'model' } }),
    callOperation(visit, parts, 'listKeys', own),
    person === null
      ? callOperation(visit, parts, 'listWallets', {})
      : callOperation(visit, parts, 'listCharges', { ...own, tenant_id: person.tenant_id }),
    callOperation(visit, parts, 'listUsage', own),
  ]);
  const plot = { ...usage.plot, title: visit.words.plot.lastDays };
  const hasRows = (answer: Answer | null): answer is Answer => (rowsOf(answer?.found ?? {})?.length ?? 0) > 0;
  return { wallet, plot, overview, lists: lists.filter(hasRows) };
}
