import { headerComponents, requestHeaderComponents } from '../../src/surfaces/openapi/headers.ts';
import { markdownTable } from './markdown-table.ts';

/** `docs/headers.md`: the headers of requests and answers below `/v1`. */
export function headersPage(): string {
  return `# Headers

For callers. Which operation has which header: [openapi.json](openapi.json). A stream is answered before its charge is
known, so it has no \`x-waybill-cost-eur\`. A comment before its last record, without a blank line between them, has it:

\`\`\`
: waybill {"cost_eur":"0.000123000","reservation":"0195…","estimate":false,"pii":null}
data: [DONE]
\`\`\`

\`cost_eur\` is \`null\` while the charge is being checked; \`estimate\` is \`true\` for a charge without the upstream's counters; \`pii\` is
\`x-waybill-pii\`, or \`null\` where nothing was cast. Clients ignore comments. Sound in bytes has no such place: its price, which is
known from its text, is announced in \`x-waybill-cost-eur\` before the first byte.

With \`x-waybill-cost: usage\`, or for every caller with \`server.cost_in_usage\`, the charge is told as \`waybill_cost_eur\` in the last
\`usage\` of an answer as well, which many clients hand to the program: in streams and whole answers of all surfaces that have
\`usage\`. The record with the last \`usage\` then comes with the end of the stream. An answer without \`usage\`, or whose charge is being
checked, stays as it is: chat streams have \`usage\` with \`stream_options.include_usage\`. A stored response is shown as it was answered,
and a replayed answer is the one that was recorded: both tell the charge of the request that made them.
What an upstream says under these names, because it is a Waybill too or pretends to be one, is taken out of its answers.

## Of a request, besides the key

${tableOf(requestHeaderComponents)}

## Of an answer

${tableOf(headerComponents)}

Answers below \`/v1\`, also refusals, tell what the caller has left of the limit that is nearest to its end: of
the key, the keys that made it, the person, a group or the tenant. On \`/v1/messages\`, and of models, files and the caller's own
records to a client that sends \`anthropic-version\`, the headers have Anthropic's names, elsewhere OpenAI's.

| OpenAI | Anthropic | meaning |
|---|---|---|
| \`x-ratelimit-limit-requests\` | \`anthropic-ratelimit-requests-limit\` | requests a minute |
| \`x-ratelimit-remaining-requests\` | \`anthropic-ratelimit-requests-remaining\` | how many of them are left now |
| \`x-ratelimit-reset-requests\` | \`anthropic-ratelimit-requests-reset\` | when all are there again: a time from now such as \`1.5s\` or \`6m0s\`; a date |
| \`x-ratelimit-…-tokens\` | \`anthropic-ratelimit-tokens-…\` | the same of tokens a minute; absent without such a limit |

Tokens of input and output count together. They are estimated when credit is held, and corrected by the charge.
Headers of these names from an upstream are not passed on: they tell what all callers of the account have used.
`;
}

function tableOf(headers: Readonly<Record<string, { readonly description: string }>>): string {
  const rows = Object.entries(headers).map(([name, { description }]) => [`\`${name}\``, description]);
  return markdownTable(['header', 'meaning'], rows);
}
