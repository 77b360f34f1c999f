import { counterMeanings, counterPlaces, countersBeside } from '../../src/domain/counters/dialects.ts';
import { markdownTable } from './markdown-table.ts';
import { triedProviders, type TriedProvider } from './tried-providers.ts';

/** What callers of providers send and Waybill refuses, and why. */
const refusals: readonly (readonly [what: string, why: string])[] = [
  [
    '`provider` (OpenRouter), unless the target has `prices_cover_providers: true`',
    'chooses a provider at a price of its own, and nothing says that the price list covers all of them',
  ],
  ['`models`, `preset`, `route` (OpenRouter)', 'let another target answer, with other prices and permissions'],
  ['`plugins`, tools `openrouter:…`', 'run at the router for fees that chat does not count'],
  [
    '`web_search_options`, unless the price list has `eur_per_thousand_web_searches`',
    'searches are charged by the call, besides the tokens',
  ],
  [
    'tools `code_execution_…`, `code_interpreter`',
    'code runs at the upstream by the hour, and no limit bounds its loops',
  ],
  ['tool `advisor_…`', 'asks another model, at its price'],
  ['`mcp_servers`, tools `mcp`', 'the upstream calls servers in loops that no output limit bounds'],
  [
    'tools `image_generation`, `file_search`',
    'are charged by the picture, or by the call and the stored byte: no counter of the price list',
  ],
  [
    '`background`, `conversation`, `prompt`, `container`',
    'refer to what the upstream stores in an account that all callers share',
  ],
];

/** `docs/providers.md`: which providers and servers were tried, and what was seen. */
export function providersPage(): string {
  const all = sumOf(triedProviders.map(({ answers }) => sumOf(Object.values(answers))));
  const notRead = sumOf(triedProviders.flatMap(({ notRead: reasons = [] }) => reasons.map(([count]) => count)));
  const seen = `${all} recorded answers of ${triedProviders.length} providers and servers`;
  return `# Providers

Whose answers were read as a gateway reads them: ${seen}, of each shape the smallest.
Of ${all - notRead} the counters were read; the other ${notRead} are named in the row.
No number among the counters was unknown to the [table of counters](counters.md).

What differed for the caller: ids of stored responses and of their items, \`store\`,
\`previous_response_id\`, empty model names, and the counters of streams whose request did not ask for them.

\`waybill targets try --recorded FILE\` made these figures. For a provider that is not here:
[trying a new provider](upstreams.md#trying-a-new-provider).

Recordings show no address and no credential: base URLs and the kind of authentication are those of the providers' documentation, and
were not called. Months are those that answers state themselves; a dash: they state none.

## Seen

${markdownTable(
  [
    'provider',
    'base URL · `auth`',
    'surfaces',
    'recorded: passed of all',
    'months',
    'counters stand in',
    'quirks',
    'refused',
  ],
  triedProviders.map(rowOf),
)}

## Refused, and why

Members and tools that clients send to these providers. The figures above say how often recorded requests had them.

${markdownTable(
  ['request', 'why it is refused'],
  refusals.map(([what, why]) => [what, why]),
)}

Taken although only some providers know them: \`reasoning_effort: "default"\` and \`service_tier: "on_demand"\` (Groq), which name the ordinary ones,
limits of −1 tokens in chat and responses (llama.cpp, LM Studio), which become the target's limit, \`search_parameters\` of mode \`off\` (xAI), \`plugins\` with
\`enabled: false\` (OpenRouter),
and tools \`tool_search_tool_…\` (Anthropic), which have no fee; the hold covers a reading of the input for each tool that they can load.
They may also be added in a message. \`transforms\` (OpenRouter) only shortens messages.
`;
}

function rowOf(provider: TriedProvider): readonly string[] {
  const {
    name,
    baseUrl,
    auth,
    answers,
    months,
    notRead = [],
    places,
    meanings = {},
    quirks = [],
    refused = {},
  } = provider;
  const count = sumOf(Object.values(answers));
  const missed = notRead.map(([missing, reason]) => `${missing}: ${reason}`);
  return [
    name,
    baseUrl === null ? '–' : `\`${baseUrl}\`${auth === null ? '' : ` · \`${auth}\``}`,
    listed(answers),
    [`${count - sumOf(notRead.map(([missing]) => missing))} of ${count}`, ...missed].join('; '),
    months === null ? '–' : months[0] === months[1] ? months[0] : `${months[0]} to ${months[1]}`,
    listed(
      knownIn(
        places,
        [...counterPlaces, ...countersBeside].map(({ at }) => at),
      ),
      true,
    ),
    [
      ...quirks,
      ...Object.entries(
        knownIn(
          meanings,
          counterMeanings.map(({ contradiction }) => contradiction),
        ),
      ).map(countedWord),
    ].join('; '),
    listed(refused, true),
  ];
}

/** Raises when something is named that is no row of the table of dialects. */
function knownIn(named: Readonly<Record<string, number>>, rows: readonly string[]): Readonly<Record<string, number>> {
  const unknown = Object.keys(named).find((name) => !rows.includes(name));
  if (unknown === undefined) return named;
  throw new Error(`${unknown} is no row of src/domain/counters/dialects.ts`);
}

function listed(counts: Readonly<Record<string, number>>, isCode = false): string {
  return Object.entries(counts)
    .map(([word, count]) => countedWord([isCode ? `\`${word}\`` : word.replaceAll('_', ' '), count]))
    .join(', ');
}

function countedWord([word, count]: readonly [string, number]): string {
  return `${word} ${count}`;
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
