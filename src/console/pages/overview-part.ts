import type { AdminOperation } from '../../admin/operation.ts';
import type { Shown } from '../../admin/outputs.ts';
import type { walletSumsOutput } from '../../admin/wallet-sum-operations.ts';
import { rowsOf } from '../../admin/shown/list-columns.ts';
import { eurFromNano, type NanoEur } from '../../domain/money.ts';
import { operationAddress } from '../address-of.ts';
import { html, type Html, type HtmlPart } from '../../admin/markup/html.ts';
import { writtenCount } from '../../admin/markup/written-values.ts';
import type { UsagePlot } from '../usage-plot.ts';
import type { Texts } from '../texts/english.ts';
import type { Visit } from '../visit.ts';
import { figures, type Figure } from './figures.ts';
import { titleOfGroup, titleOfMember } from './operation-words.ts';
import { shownAnswer, type Answer } from './shown-answer.ts';
import { Links, shownValue, type Showing } from './shown-value.ts';

/** What those who manage look at first. */
export interface OverviewParts {
  readonly sums: Shown<typeof walletSumsOutput>;
  /** Of today, in the reader's zone. */
  readonly today: { readonly day: string; readonly usage: UsagePlot };
  /** What came in since the day of UTC began, by how. Those that the reader may see. */
  readonly paid: readonly PaidToday[];
  /** `null`: the reader may not see them. */
  readonly flagged: Answer | null;
  /** Wallets below their alert. */
  readonly low: Answer | null;
  readonly targets: Answer | null;
}

/** What came in by actions of one kind. */
export interface PaidToday {
  readonly title: keyof Texts['composed']['paid'];
  /** The rows that it is the sum of. */
  readonly asked: Readonly<Record<string, string>>;
  readonly sum: NanoEur;
  readonly isAll: boolean;
  readonly isNone: boolean;
}

/** How money comes in and is taken back: payments as the bank has them, and credits of a command. */
export const paidActions = [
  { title: 'confirmed', asked: { type: 'TopupConfirmed' }, amount: 'received_eur' },
  { title: 'returned', asked: { type: 'TopupReturned' }, amount: 'returned_eur' },
  { title: 'credited', asked: { type: 'WalletCredited', operation: 'creditWallet' }, amount: 'amount_eur' },
] as const;

const lowWallets = operationAddress('listWallets', { low: 'true' });

/** What is there, what came and went today, and what needs somebody: each figure leads to what it is made of. */
export function overviewPart(visit: Visit, parts: OverviewParts, operations: readonly AdminOperation[]): Html {
  const { words } = visit;
  const { low, flagged, targets } = parts;
  const showing: Showing = { visit, links: new Links(visit, operations) };
  const isLow = low !== null && rowsIn(low).length > 0;
  const isFlagged = flagged !== null && rowsIn(flagged).length > 0;
  const isAiling = targets !== null && !rowsIn(targets).every(isHealthy);
  return html`${figures([...money(showing, parts), ...needs(showing, parts)])}
  ${parts.paid.some(({ isNone }) => !isNone) && html`<p class="hint">${words.composed.paidAbout}</p>`}
  ${isFlagged && html`<h2>${words.composed.inDoubt}</h2>`} ${isFlagged && shownAnswer(visit, flagged, operations)}
  ${isLow && html`<h2><a href="${lowWallets}">${words.composed.lowWallets}</a></h2>`}
  ${isLow && shownAnswer(visit, { ...low, found: { ...low.found, next: null } }, operations)}
  ${isAiling && html`<h2>${titleOfGroup(words, 'targets')}</h2>`} ${isAiling && shownAnswer(visit, targets, operations)}`;
}

const isHealthy = ({ status }: Readonly<Record<string, unknown>>): boolean => status === 'healthy';

const rowsIn = (answer: Answer | null) => (answer === null ? [] : (rowsOf(answer.found) ?? []));

function money(showing: Showing, { sums, today, paid }: OverviewParts): readonly Figure[] {
  const { words } = showing.visit;
  const amount = (eur: string): HtmlPart => shownValue('amount_eur', eur, showing);
  const wallets = operationAddress('listWallets');
  const { day, usage } = today;
  return [
    { title: titleOfMember(words, 'posted_eur'), value: amount(sums.posted_eur), address: wallets },
    { title: titleOfMember(words, 'reserved_eur'), value: amount(sums.reserved_eur), address: wallets },
    // What seldom happens stands there when it has.
    ...paid
      .filter(({ title, isNone }) => title === 'confirmed' || !isNone)
      .map(({ title, asked, sum, isAll }) => ({
        title: words.composed.paid[title],
        value: [!isAll && '≥ ', amount(eurFromNano(sum))],
        address: operationAddress('listActions', asked),
      })),
    {
      title: words.composed.spentToday,
      value: amount(eurFromNano(usage.totals.cost_eur)),
      address: operationAddress('listUsage', { from: day, to: day, step: 'hour' }),
    },
  ];
}

/** What somebody may have to look at: what there is none of, nobody has. */
function needs(showing: Showing, { sums, today, targets }: OverviewParts): readonly Figure[] {
  const { words } = showing.visit;
  const { day, usage } = today;
  const ofToday = operationAddress('listUsage', { from: day, to: day, step: 'hour' });
  // Others list the holds of one wallet: theirs are found by the wallets that have some.
  const isOfAll = showing.visit.person === null || showing.visit.person.platform_role !== null;
  const holds = (asked: Readonly<Record<string, string>>, mark: 'held' | 'flagged'): string =>
    isOfAll ? operationAddress('listReservations', asked) : operationAddress('listWallets', { [mark]: 'true' });
  const counts = [
    { title: titleOfMember(words, 'open_reservations'), count: sums.open_reservations, address: holds({}, 'held') },
    {
      title: words.composed.inDoubt,
      count: sums.flagged_reservations,
      address: holds({ flagged: 'true', billing_records: 'true' }, 'flagged'),
    },
    { title: words.composed.lowWallets, count: sums.low_wallets, address: lowWallets },
    {
      title: words.composed.restrictedWallets,
      count: sums.restricted_wallets,
      address: operationAddress('listWallets', { restricted: 'true' }),
    },
    { title: words.composed.estimatesToday, count: usage.totals.estimates, address: ofToday },
    { title: words.composed.errorsToday, count: usage.totals.errors, address: ofToday },
  ];
  const all = rowsIn(targets).length;
  const healthy = rowsIn(targets).filter(isHealthy).length;
  return [
    ...counts
      .filter(({ count }) => Number(count) > 0)
      .map(({ count, ...figure }) => ({ ...figure, value: writtenCount(Number(count), words) })),
    ...(all === 0
      ? []
      : [
          {
            title: words.composed.healthyTargets,
            value: `${writtenCount(healthy, words)} / ${writtenCount(all, words)}`,
            address: operationAddress('listTargets'),
          },
        ]),
  ];
}
