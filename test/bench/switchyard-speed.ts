import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { DomainTable } from '../../src/routing/domain-table.ts';
import { createEmbeddedChooser } from '../../src/routing/embedded-chooser.ts';
import { hostileShapes, hostileText } from '../_support/hostile-text.ts';
import { lightAndAdvanced, routingQuestion } from '../_support/routing-question.ts';

/** In microseconds. */
export interface Times {
  readonly p50: number;
  readonly p99: number;
  /** Of the fastest of three tries of each. */
  readonly bestP99: number;
  /** The slowest of these. */
  readonly best: number;
}

const hostileUnits = 100 * 1_024;

export function decisionTimes(table: DomainTable, texts: readonly string[], decisions: number): Times {
  const chooser = createEmbeddedChooser(table);
  const decide = (text: string): number => {
    const start = performance.now();
    chooser.choose(routingQuestion(text), lightAndAdvanced, 'balanced');
    return (performance.now() - start) * 1_000;
  };
  // What is timed is compiled.
  for (let warm = 0; warm < 3_000; warm += 1) decide(texts[warm % texts.length] ?? '');
  const all: number[] = [];
  const fastest: number[] = [];
  while (all.length < decisions) {
    const text = texts[fastest.length % texts.length] ?? '';
    const tries = [decide(text), decide(text), decide(text)];
    all.push(...tries);
    fastest.push(Math.min(...tries));
  }
  const at = (figures: readonly number[], part: number): number =>
    figures.toSorted((a, b) => a - b)[Math.floor((figures.length - 1) * part)] ?? 0;
  return { p50: at(all, 0.5), p99: at(all, 0.99), bestP99: at(fastest, 0.99), best: at(fastest, 1) };
}

/** Texts of 100 KB, clipped as the pipeline clips them. */
export function hostileTimes(table: DomainTable): readonly { readonly shape: string; readonly times: Times }[] {
  const shapes = Object.keys(hostileShapes) as (keyof typeof hostileShapes)[];
  return shapes.map((shape) => {
    return { shape, times: decisionTimes(table, [hostileText(shape, hostileUnits)], 300) };
  });
}

/** How many bytes of heap are in use after a million decisions, less those after a hundred thousand. */
export function heapGrowth(table: DomainTable, texts: readonly string[]): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const chooser = createEmbeddedChooser(table);
  const short = texts.filter(({ length }) => length <= 500);
  let early = 0;
  for (let count = 1; count <= 1_000_000; count += 1) {
    chooser.choose(routingQuestion(short[count % short.length] ?? ''), lightAndAdvanced, 'balanced');
    if (count !== 100_000 && count !== 1_000_000) continue;
    collect();
    if (count === 100_000) early = process.memoryUsage().heapUsed;
  }
  return process.memoryUsage().heapUsed - early;
}
