import { eurFromNano, larger, type NanoEur } from '../../domain/money.ts';
import { html, type Html } from '../../admin/markup/html.ts';
import { writtenAmount } from '../../admin/markup/written-values.ts';
import type { Visit } from '../visit.ts';
import { table } from './tables.ts';

/** One bar: what was spent in a while, by what it is divided by. */
export interface Bar {
  readonly title: string;
  /** By the place of each name. Absent: nothing. */
  readonly parts: ReadonlyMap<number, NanoEur>;
}

export interface BarsPlot {
  readonly title: string;
  /** In the order of the colours. */
  readonly names: readonly string[];
  readonly bars: readonly Bar[];
}

/** Of the drawing, in its own units; the page stretches it. */
const [barWidth, gap, height] = [20, 6, 100];

/** A bar for each while, in colours by name, and the same as a table. Nothing where nothing was spent. */
export function barsPlot({ words }: Visit, { title, names, bars }: BarsPlot): Html | null {
  const sums = bars.map(({ parts }) => parts.values().reduce((sum, part) => sum + part, 0n));
  const most = sums.reduce(larger, 0n);
  const [first, last] = [bars[0], bars.at(-1)];
  if (most <= 0n || first === undefined || last === undefined) return null;
  const amount = (nano: NanoEur): string => writtenAmount(eurFromNano(nano), words)?.text ?? '';
  const used = bars.flatMap((bar, index) => ((sums[index] ?? 0n) > 0n ? [{ ...bar, sum: sums[index] ?? 0n }] : []));
  const isDivided = names.length > 1;
  return html`<figure class="plot">
    <figcaption>${title} <small>${words.plot.most} ${amount(most)}</small></figcaption>
    <svg
      viewBox="0 0 ${bars.length * (barWidth + gap)} ${height}"
      preserveAspectRatio="none"
      role="img"
      aria-label="${title}"
    >
      ${bars.map((bar, index) => drawnBar(bar, { index, most, names, amount }))}
    </svg>
    <p class="ends"><span>${first.title}</span> <span>${last.title}</span></p>
    ${
      isDivided &&
      html`<ul class="legend">
        ${names.map((name, place) => html`<li><span class="colour c${place}"></span> <bdi>${name}</bdi></li>`)}
      </ul>`
    }
    <details>
      <summary>${words.plot.table}</summary>
      ${table({
        label: title,
        columns: [
          words.plot.when,
          { title: words.members.cost_eur, isRight: true },
          ...(isDivided ? names.map((name) => ({ title: name, isRight: true }) as const) : []),
        ],
        rows: used.map(({ title: when, parts, sum }) => [
          when,
          amount(sum),
          ...(isDivided ? names.map((_, place) => amount(parts.get(place) ?? 0n)) : []),
        ]),
      })}
    </details>
  </figure>`;
}

interface Drawing {
  readonly index: number;
  readonly most: NanoEur;
  readonly names: readonly string[];
  amount(nano: NanoEur): string;
}

function drawnBar({ title, parts }: Bar, { index, most, names, amount }: Drawing): Html {
  let top = height;
  const places = [...parts.keys()].toSorted((one, other) => one - other);
  return html`${places.map((place) => {
    const nano = parts.get(place) ?? 0n;
    // What was spent at all is seen.
    const tall = nano > 0n ? Number(larger(1n, (nano * BigInt(height)) / most)) : 0;
    top = Math.max(0, top - tall);
    return html`<rect
      class="c${place}"
      x="${index * (barWidth + gap) + gap / 2}"
      y="${top}"
      width="${barWidth}"
      height="${tall}"
    >
      <title>${title}: ${names.length > 1 && `${names[place] ?? ''} `}${amount(nano)}</title>
    </rect>`;
  })}`;
}
