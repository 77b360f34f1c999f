import { errorCatalogue, GatewayError, type ErrorCode } from '../../src/errors.ts';
import { markdownTable } from './markdown-table.ts';

/** `docs/errors.md`: the closed list of error codes. */
export function errorsPage(): string {
  // The keys of the catalogue are the codes.
  const codes = Object.keys(errorCatalogue) as ErrorCode[];
  const rows = codes.map((code) => {
    const { meaning, next } = errorCatalogue[code];
    const error = new GatewayError(code);
    return [`\`${code}\``, String(error.status), `\`${error.type}\``, meaning, next, retryOf(error)];
  });
  return `# Errors

Every error that a request can be answered with; there are no others of the gateway. The body is

\`\`\`json
{"error":{"type":"billing_error","message":"What is wrong. What to do next.","code":"insufficient_credit","param":null}}
\`\`\`

\`message\` tells the meaning, or exactly what was found, and then what to do next; \`param\` names the field at fault.
\`code\` is what programs should look at. Every answer carries \`x-request-id\`.

A 402 tells where credit is to be had, if the operator has configured a [\`credit_hint\`](configuration.md) for
the caller's tenant, its reseller or all: as the last words of \`message\`, because that is all that most agents show, and
as \`error.credit_hint\` for programs.

The last column is what the answer tells clients about sending it again: \`x-should-retry\` and \`retry-after\`. *No* is
\`x-should-retry: false\`: sending it again cannot help. Every 429, 500 and 503 has a \`retry-after\` of at least 1 s, because some
clients repeat those whatever they are told, and at once. After credit was spent, or may have been, it is always
\`x-should-retry: false\`, and \`type\` is \`api_error\` instead of \`server_error\`, which some agents repeat in silence; the message
gives the advice of \`upstream_outcome_unknown\` where it would say to try again: see
[idempotency keys](idempotency.md) for how to ask again without a second charge.

${markdownTable(['code', 'status', 'type', 'meaning', 'what to do next', 'retry'], rows)}

On \`/v1/systemone\` what is wrong with the body is 422, and beside \`error\` stands \`detail\`, which clients of that
protocol read: a list of \`{loc, msg, type}\` for 422, otherwise the message. \`loc\` is \`body\` and the names that
lead to the field, one by one: \`["body", "questions", "is_it", "type"]\`.

Where an upstream refused a request and named a code of its own, that code stands in the place of \`upstream_refused\`,
because clients of its protocol act on it; on \`/v1/messages\` in \`error.details.error_code\`, where that protocol has it.

In a stream whose head is already out, an error is a last record \`data: {"error": …}\` instead of \`data: [DONE]\`, and
0.25 s later the connection is closed before the last chunk, because some clients overlook the record. Streams of
messages end with \`event: error\`, those of responses with \`response.failed\`: its \`error.code\` is \`invalid_prompt\`, because
the protocol's list is closed and Codex repeats \`server_error\` and \`rate_limit_exceeded\`, and \`error.waybill_code\` is the
code of this page. The error of an upstream's response with one of these codes, or one that is not listed, has it too, with the
upstream's beside it in \`upstream_code\`; \`context_length_exceeded\` stays, at which Codex shortens its conversation.

An error of the upstream within a stream keeps its words, but no type or code that agents repeat, in silence and for a
charge each: \`server_error\` and those of overload, rate limits and timeouts become \`invalid_request_error\`, wherever they
stand. In a stream of messages they and \`api_error\` become \`stream_error\`, which that protocol does not have.
`;
}

function retryOf({ shouldRetry, retryAfterSeconds }: GatewayError): string {
  const after = retryAfterSeconds === null ? [] : [`after ${retryAfterSeconds} s`];
  const word = { true: 'yes', false: 'no', null: '' }[`${shouldRetry}`];
  return [...(word === '' ? [] : [word]), ...after].join(', ');
}
