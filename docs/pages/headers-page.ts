import { headerComponents, requestHeaderComponents } from '../../src/surfaces/openapi/headers.ts';
import { markdownTable } from './markdown-table.ts';

/** `docs/headers.md`: the headers of requests and answers below `/v1`. */
export function headersPage(): string {
  return `# Headers

For callers. Which operation has which header: [openapi.json](openapi.json). A stream is answered before its charge is
known, so it has no \`x-waybill-cost-eur\`. The event \`ReservationSettled\` of \`x-waybill-reservation\` has it.

## Of a request, besides the key

${tableOf(requestHeaderComponents)}

## Of an answer

${tableOf(headerComponents)}

\`x-ratelimit-…\` and \`anthropic-ratelimit-…\` of an upstream are passed on only by targets with
\`rate_limit_headers: pass\`, whose account serves one tenant: from its answers, and when it refuses a request with 429.
`;
}

function tableOf(headers: Readonly<Record<string, { readonly description: string }>>): string {
  const rows = Object.entries(headers).map(([name, { description }]) => [`\`${name}\``, description]);
  return markdownTable(['header', 'meaning'], rows);
}
