import {
  counterMeanings,
  counterNames,
  counterPlaces,
  countersBeside,
  type PlaceRow,
} from '../../src/domain/counters/dialects.ts';
import { markdownTable } from './markdown-table.ts';

/** `docs/counters.md`: where counters are found, and how they are read. */
export function countersPage(): string {
  return `# Counters

Where upstreams put the counters of an answer, what they call them, and what is charged where two of them contradict
each other. One table in the code decides, for whole answers and for streams:
[\`src/domain/counters/dialects.ts\`](../src/domain/counters/dialects.ts). A server that counts otherwise is a new row.

- Numbers may be texts: digits, also in groups of three, with their unit behind (\`1,234\`, \`12 tokens\`, \`2.5 s\`).
  Names may be in \`camelCase\`. Counters may be in a list of one, or alone under the name of a model.
- In a stream the last counters of a place that counted anything hold, never a sum; of two places the first, unless the
  other tells no less. Input and output may be in different records. Those in an error count, and behind the end, for a
  second, if no record had any. What is left out later holds on, unless a total is less. Messages are cumulative.
- Where only the input, the output or their sum is told, the rest is estimated. Searches of chat that no counter tells
  are assumed, which makes the charge an estimate too.
- An answer without counters, or whose counters no row reads, is charged an estimate: \`x-waybill-estimate: true\` on a
  whole answer, \`usage_source\` \`estimate\` in the event, \`estimates\` in usage, and the metric
  \`waybill_estimates_total\` by upstream and surface.
- Counters above twice what the target can read and write are not believed: [limits](limits.md).

## Places

The first place with counters is read, or where no total confirms it, the next totals that do, if they are no less.

${placesTable(counterPlaces)}

Members beside the counters that are read with them, and alone where there are no counters:

${placesTable(countersBeside)}

## Names

A name is a path within the counters, as a regular expression. Of two names for one counter the protocol's own is read,
else the earlier one; a zero gives way to a name that counted something.

${markdownTable(
  ['counter', 'name', 'own of', 'read on', 'written by'],
  counterNames.flatMap(({ counts, named, ownOf, surfaces, withoutCachesOn, note }) => {
    if (counts === null) return [];
    const caches = withoutCachesOn === undefined ? '' : `; without caches in ${withoutCachesOn.join(', ')}`;
    return [
      [
        `\`${counts}\``,
        `\`${named}\``,
        listed(ownOf),
        surfaces === undefined ? 'all' : listed(surfaces),
        `${note}${caches}`,
      ],
    ];
  }),
)}

Cache writes of five minutes are \`cache_write\` in a price list, those of an hour or longer \`cache_write_1h\`. All output
of speech is audio unless its counters say otherwise.

Known, and nothing is charged for them:

${markdownTable(
  ['name', 'why'],
  counterNames.flatMap(({ counts, named, note }) => (counts === null ? [[`\`${named}\``, note]] : [])),
)}

## Contradictions

A total confirms a meaning whose input and output sum to it. The first confirmed meaning holds, in this order. Where
none is confirmed, no token is charged twice and none for nothing.

${markdownTable(
  ['contradiction', 'confirmed where', 'without confirmation', 'seen at'],
  counterMeanings.map(({ contradiction, confirmed, unconfirmed, seenAt }) => [
    contradiction,
    confirmed,
    unconfirmed,
    seenAt,
  ]),
)}

## What no row reads

| answer | why |
|---|---|
| a stream of a server that ignores \`stream_options.include_usage\`, and writes no counters by itself | there are none |
| an answer within two envelopes (\`data.data\`) | it is in no protocol, and is refused |
| speech in JSON, as Mistral answers without a stream | it is in no protocol, and is refused |
| a response that is still \`queued\` or \`in_progress\` | \`background\` is refused, so none is asked for |
| counters in a list of several, or under the names of several models | nothing says whether they add up |
| \`1.234\`, \`12.000\`, \`1.2k\` or \`about 12\` as a text | a fraction or a group of digits; rounded; a guess |
`;
}

function placesTable(rows: readonly PlaceRow[]): string {
  return markdownTable(
    ['place', 'read on', 'written by'],
    rows.map(({ at, surfaces, writtenBy }) => [
      `\`${at}\``,
      surfaces === undefined ? 'all' : listed(surfaces),
      writtenBy,
    ]),
  );
}

const listed = (names: readonly string[] = []): string => names.map((name) => `\`${name}\``).join(', ');
