import { eurFromNano, larger, type NanoEur } from '../../domain/money.ts';
import { html, type Html } from '../html.ts';
import { writtenAmount, writtenDay } from '../texts/written-values.ts';
import type { Visit } from '../visit.ts';

/** What was spent on one day of the reader's zone, `YYYY-MM-DD`. */
export interface DayOfPlot {
  readonly day: string;
  readonly costNano: NanoEur;
}

/** Of the drawing, in its own units; the page stretches it. */
const [barWidth, gap, height] = [20, 6, 100];

/** A bar for each day, and the same as a table. Nothing where nothing was spent. */
export function daysPlot({ words }: Visit, days: readonly DayOfPlot[]): Html | null {
  const most = days.reduce((found, { costNano }) => larger(found, costNano), 0n);
  const [first, last] = [days[0], days.at(-1)];
  if (most <= 0n || first === undefined || last === undefined) return null;
  const written = (costNano: NanoEur): string => writtenAmount(eurFromNano(costNano), words)?.text ?? '';
  const width = days.length * (barWidth + gap);
  const bar = ({ day, costNano }: DayOfPlot, index: number): Html => {
    // A day on which anything was spent is seen.
    const tall = costNano > 0n ? larger(1n, (costNano * BigInt(height)) / most) : 0n;
    return html`<rect
      x="${index * (barWidth + gap) + gap / 2}"
      y="${height - Number(tall)}"
      width="${barWidth}"
      height="${Number(tall)}"
    >
      <title>${writtenDay(day, words)}: ${written(costNano)}</title>
    </rect>`;
  };
  return html`<figure class="plot">
    <figcaption>${words.plot.title} <small>${words.plot.most} ${written(most)}</small></figcaption>
    <svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${words.plot.title}">
      ${days.map(bar)}
    </svg>
    <p class="ends"><span>${writtenDay(first.day, words)}</span> <span>${writtenDay(last.day, words)}</span></p>
    <details>
      <summary>${words.plot.table}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">${words.members.day}</th>
            <th scope="col" class="right">${words.members.cost_eur}</th>
          </tr>
        </thead>
        <tbody>
          ${days.map(
            ({ day, costNano }) =>
              html`<tr>
                <td>${writtenDay(day, words)}</td>
                <td class="right">${written(costNano)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </details>
  </figure>`;
}
