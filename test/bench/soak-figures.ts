/** What a stretch of a soak was like, as one line of its table. */
export interface SoakLine {
  readonly minutes: number;
  readonly calls: number;
  /** Of plain calls, sent at a steady pace beside the mixed ones; milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Of the gateway that lives as long as the run. */
  readonly memoryMb: number;
  readonly descriptors: number;
  readonly ledgerMb: number;
  readonly outcomes: Readonly<Record<string, number>>;
}

const shownMax = 6;

/** Gathers figures until a line is made of them. */
export class SoakFigures {
  #latencies: number[] = [];
  #outcomes = new Map<string, number>();

  answered(ms: number): void {
    this.#latencies.push(ms);
  }

  /** What mixed or plain calls came to. */
  came(outcomes: ReadonlyMap<string, number>): void {
    for (const [outcome, count] of outcomes) this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + count);
  }

  /** And begins anew. */
  line(held: Pick<SoakLine, 'minutes' | 'memoryMb' | 'descriptors' | 'ledgerMb'>): SoakLine {
    const sorted = this.#latencies.toSorted((a, b) => a - b);
    const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
    const outcomes = Object.fromEntries([...this.#outcomes].toSorted(([, a], [, b]) => b - a));
    const calls = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
    this.#latencies = [];
    this.#outcomes = new Map();
    return { calls, p50: at(0.5), p99: at(0.99), outcomes, ...held };
  }
}

/** The lines as a table of Markdown. */
export function soakTable(lines: readonly SoakLine[]): string {
  return [
    '| to minute | calls | p50 ms | p99 ms | memory MB | descriptors | ledger MB | outcomes |',
    '|---:|---:|---:|---:|---:|---:|---:|---|',
    ...lines.map(({ minutes, calls, p50, p99, memoryMb, descriptors, ledgerMb, outcomes }) => {
      const named = Object.entries(outcomes).map(([outcome, count]) => `${outcome}: ${count}`);
      const rest = named.length > shownMax ? [`${named.length - shownMax} others`] : [];
      const cells = [minutes, calls, p50, p99, memoryMb, descriptors, ledgerMb].map((figure) => figure.toFixed(0));
      return `| ${[...cells, [...named.slice(0, shownMax), ...rest].join(', ')].join(' | ')} |`;
    }),
  ].join('\n');
}
