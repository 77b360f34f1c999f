/** The metrics of one process, as Prometheus text. */
export interface MetricsOfOne {
  readonly process: string;
  readonly text: string;
}

interface Family {
  /** Its lines that begin with `#`. */
  readonly head: readonly string[];
  readonly samples: string[];
}

/** One text of the metrics of several processes: each sample says in the label `process` whose it is. */
export function metricsOfAll(each: readonly MetricsOfOne[]): string {
  const families = new Map<string, Family>();
  for (const { process, text } of each) {
    let head: string[] = [];
    let family: Family | null = null;
    for (const line of text.split('\n')) {
      if (line === '') continue;
      if (line.startsWith('#')) {
        if (line.startsWith('# HELP ')) head = [];
        head.push(line);
        const [, , name = ''] = line.split(' ', 3);
        family = families.get(name) ?? { head, samples: [] };
        families.set(name, family);
      } else family?.samples.push(labelled(line, process));
    }
  }
  return [...families.values()].map(({ head, samples }) => `${[...head, ...samples].join('\n')}\n`).join('\n');
}

function labelled(sample: string, process: string): string {
  const end = sample.search(/[{ ]/);
  const [name, rest] = [sample.slice(0, end), sample.slice(end)];
  const label = `process="${process}"`;
  if (!rest.startsWith('{')) return `${name}{${label}}${rest}`;
  return `${name}{${label}${rest.startsWith('{}') ? '' : ','}${rest.slice(1)}`;
}
