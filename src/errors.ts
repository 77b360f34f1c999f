import type { BudgetRest } from './domain/budgets/budget-rest.ts';

/**
 * The closed list of error codes: one place for code → HTTP status, error type and what the caller can do next.
 * `docs/errors.md` is generated from it and kept equal by a test.
 */

interface ErrorFacts {
  readonly status: number;
  /** `error.type` of the OpenAI dialect; other dialects map it on their surface. */
  readonly type:
    | 'invalid_request_error'
    | 'authentication_error'
    | 'permission_error'
    | 'billing_error'
    | 'not_found_error'
    | 'rate_limit_error'
    | 'server_error'
    | 'api_error';
  /** When a caller gets this code. */
  readonly meaning: string;
  /** What the caller should do next. Part of the message. */
  readonly next: string;
  /** Value of `x-should-retry`, where it does not follow from {@link retryAfterSeconds}. */
  readonly shouldRetry?: boolean;
  /** Default `retry-after`, seconds. Absent: sending it again cannot help. */
  readonly retryAfterSeconds?: number;
}

const facts = <Table extends Record<string, ErrorFacts>>(table: Table): Table => table;

/**
 * Every error that a caller can get, by code: HTTP status, type, meaning, and what to do next. Sorted by status. Every text
 * here is shown to callers.
 */
export const errorCatalogue = facts({
  malformed_json: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The body is not a single JSON object.',
    next: 'Send one JSON object as defined by RFC 8259.',
  },
  duplicate_key: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'An object in the body contains the same key twice.',
    next: 'Send each key once: RFC 8259 does not define which of the two values counts.',
  },
  json_too_deep: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The body is nested deeper than the limit.',
    next: 'Nest at most as many levels as the message states.',
  },
  json_too_many_values: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The body has too many object members or array elements.',
    next: 'Split the request, or send data that only the model reads as text.',
  },
  invalid_utf8: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The body is not valid UTF-8.',
    next: 'Encode the body as UTF-8.',
  },
  malformed_request: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The request is not valid HTTP, or its headers are ambiguous.',
    next: 'Send HTTP/1.1 as RFC 9112 defines it, with one `Host` header and no transfer coding except chunked.',
  },
  malformed_form: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The body is not a multipart form.',
    next: 'Send multipart/form-data as defined by RFC 7578: name every part and end the body with the closing boundary.',
  },
  invalid_value: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'A field has the wrong type or a value out of range.',
    next: 'Correct the field named in `param`.',
  },
  tags_refused: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'A tag of the request is not declared by its tenant or has a value that is not, a required one is missing, or too many values are in use.',
    next: 'Send the tags that the message names in `x-waybill-tags`, or ask an administrator of your tenant to declare others.',
  },
  model_required: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The request names no model, and the caller has no default profile.',
    next: 'Name a profile in `model`; GET /v1/models lists yours.',
  },
  surface_not_mapped: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The model exists and is allowed, but is not available on this surface.',
    next: 'Call one of the surfaces that GET /v1/models lists for this model.',
  },
  service_tier_not_priced: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The request asks for a service tier that has no price here.',
    next: 'Leave out `service_tier` (for messages also `speed`), or ask for one that is offered for this model.',
  },
  unsupported_parameter: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The request contains a field that this gateway does not support.',
    next: 'Leave out the field named in `param`.',
  },
  tool_not_priced: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'The request offers a tool that the upstream would run. Its fees and the tokens of its loops have no price here.',
    next: 'Offer tools that you run yourself, or a model whose price list names this one.',
  },
  input_not_inspectable: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'This caller needs protection of personal data, and the request contains content that cannot be checked for it: images, audio, text to be spoken, files, token ids or base64.',
    next: 'Send text, or ask the operator for a model that is trusted with such data.',
  },
  previous_response_not_found: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The previous response does not exist or does not belong to this caller.',
    next: 'Check the id, or send the whole conversation as `input`.',
  },
  upstream_refused: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'The upstream, or a proxy before it, refused the request. Its status, message and code are passed on. Nothing was charged.',
    next: 'Correct the request as the message says.',
  },
  invalid_api_key: {
    status: 401,
    type: 'authentication_error',
    meaning: 'The request has no API key, or this gateway does not know the key.',
    next: 'Send a key of this gateway as `Authorization: Bearer <key>`.',
  },
  api_key_revoked: {
    status: 401,
    type: 'authentication_error',
    meaning: 'The key was revoked.',
    next: 'Create a new key.',
  },
  api_key_expired: {
    status: 401,
    type: 'authentication_error',
    meaning: 'The key has expired.',
    next: 'Create a new key.',
  },
  credentials_differ: {
    status: 401,
    type: 'authentication_error',
    meaning: 'The request has two different API keys, in two headers or twice in the same header.',
    next: 'Send one key.',
  },
  insufficient_credit: {
    status: 402,
    type: 'billing_error',
    meaning: 'The wallet does not have enough available credit to reserve the maximum cost of this request.',
    next: 'Send a smaller request, wait for running requests to end, or top up the wallet.',
  },
  request_cap_exceeded: {
    status: 402,
    type: 'billing_error',
    meaning: 'The worst-case cost of this request exceeds the cap per request of the key or of a policy.',
    next: 'Ask for less: a shorter answer or a shorter input.',
  },
  key_budget_exceeded: {
    status: 402,
    type: 'billing_error',
    meaning: "The worst-case cost of this request exceeds what is left of the key's budget.",
    next: 'Ask for less, or use a key with a larger budget.',
  },
  budget_exceeded: {
    status: 402,
    type: 'billing_error',
    meaning:
      'The worst-case cost of this request exceeds what is left of a budget of the key, of a key that made it, or of the person behind it.',
    next: 'Ask for less, wait until the budget renews, or ask an administrator to raise it for a while.',
  },
  not_permitted: {
    status: 403,
    type: 'permission_error',
    meaning: 'No role of the person behind the key allows this in the management API, or the key was not made for it.',
    next: 'Ask a person whose role allows it: see docs/roles.md.',
  },
  account_suspended: {
    status: 403,
    type: 'permission_error',
    meaning: 'The person behind the key, or a group, tenant or reseller above, is suspended or closed.',
    next: 'Ask its administrator.',
  },
  profile_not_authorised: {
    status: 403,
    type: 'permission_error',
    meaning: 'This caller may not use the model or profile, or it does not exist.',
    next: 'Use a profile that GET /v1/models lists.',
  },
  storage_limit_exceeded: {
    status: 403,
    type: 'permission_error',
    meaning:
      "The tenant's stored responses, files and answers under idempotency keys have reached their limit. Nothing was stored or charged.",
    next: 'Delete stored responses or files that are not needed, send `store: false` and no `Idempotency-Key`, or have the operator raise `kept_bytes_max`.',
  },
  resource_not_found: {
    status: 404,
    type: 'not_found_error',
    meaning: 'The resource does not exist, or the person behind the key cannot reach it.',
    next: 'Check the id. Lists show what you can reach.',
  },
  not_found: {
    status: 404,
    type: 'not_found_error',
    meaning: 'There is nothing at this path.',
    next: 'Check the method and the path: GET /v1/openapi.json lists all, of the management API GET /admin/v1/openapi.json. The base URL of OpenAI clients ends with /v1, that of Anthropic clients does not.',
  },
  misdirected_request: {
    status: 421,
    type: 'invalid_request_error',
    meaning: 'This address does not answer by the name in `Host`.',
    next: 'Call it by its IP address or as localhost, or have the operator add the name to WAYBILL_METRICS_HOSTS.',
  },
  file_not_found: {
    status: 404,
    type: 'invalid_request_error',
    meaning: 'The file does not exist or does not belong to this caller.',
    next: 'Check the id. A file is available until it expires or is deleted, only to its owner, and only in the protocol it was uploaded with.',
  },
  files_not_offered: {
    status: 404,
    type: 'invalid_request_error',
    meaning: 'No upstream is configured to keep files of this protocol.',
    next: 'Send the content itself, or ask the operator to configure an upstream under `files`.',
  },
  response_not_found: {
    status: 404,
    type: 'invalid_request_error',
    meaning: 'The stored response does not exist or does not belong to this caller.',
    next: 'Check the id. A response is available until it expires or is deleted, and only to its owner.',
  },
  item_not_found: {
    status: 404,
    type: 'invalid_request_error',
    meaning: 'The input refers to an item that is in no stored response of this caller.',
    next: 'Send the item itself, or store the responses whose items you refer to.',
  },
  method_not_allowed: {
    status: 405,
    type: 'invalid_request_error',
    meaning: 'The path does not support this method.',
    next: 'Use a method that the `allow` header lists.',
  },
  request_timeout: {
    status: 408,
    type: 'invalid_request_error',
    meaning: 'The request did not arrive in time.',
    next: 'Send the whole request, including the body, without pauses.',
  },
  already_exists: {
    status: 409,
    type: 'invalid_request_error',
    meaning: 'Something else already has this id or this idempotency key.',
    next: 'Use another id, or another idempotency key.',
  },
  bank_reference_used: {
    status: 409,
    type: 'invalid_request_error',
    meaning: 'This bank reference was already credited for another top-up. Nothing was written.',
    next: 'Check the statement: a payment is credited once.',
  },
  not_possible: {
    status: 409,
    type: 'invalid_request_error',
    meaning: 'The resource is in a state that does not allow the change.',
    next: 'Read it first: it may be closed, revoked or already changed.',
  },
  context_incompatible: {
    status: 409,
    type: 'invalid_request_error',
    meaning:
      'The request continues an answer of another model, target or upstream account, or one with other protection of personal data.',
    next: 'Start a new context: send the conversation as `input`, without `previous_response_id` and item references.',
  },
  idempotency_key_reused: {
    status: 409,
    type: 'invalid_request_error',
    meaning: 'Another request was sent with this idempotency key.',
    next: 'Use a new key for each request. Repeat a key only with the same path and body.',
  },
  idempotency_key_in_use: {
    status: 409,
    type: 'invalid_request_error',
    meaning: 'The first request with this idempotency key is still running.',
    next: 'Send it again with the same key after the time in `retry-after`. It is charged once.',
    shouldRetry: true,
    retryAfterSeconds: 5,
  },
  idempotency_outcome_unknown: {
    status: 409,
    type: 'invalid_request_error',
    meaning: 'The gateway lost the first request with this idempotency key. Whether it was charged is being checked.',
    next: 'Send it again with the same key after the time in `retry-after`. `x-waybill-reservation` names its reservation.',
    shouldRetry: false,
    retryAfterSeconds: 10,
  },
  idempotency_answer_lost: {
    status: 409,
    type: 'invalid_request_error',
    meaning: 'The first request with this idempotency key was charged, but its answer is lost.',
    next: 'Use a new key for a new answer, which is a new charge. `x-waybill-reservation` names the old charge.',
  },
  idempotency_answer_too_large: {
    status: 409,
    type: 'invalid_request_error',
    meaning: 'The first request with this idempotency key was answered and charged. Its answer was too large to keep.',
    next: 'Use a new key for a new answer, which is a new charge. `x-waybill-reservation` names the old charge.',
  },
  idempotency_request_failed: {
    status: 409,
    type: 'invalid_request_error',
    meaning: 'The first request with this idempotency key failed, and was charged or may have been.',
    next: 'Use a new key to try again, which may be a new charge. `x-waybill-reservation` names the old charge.',
  },
  body_too_large: {
    status: 413,
    type: 'invalid_request_error',
    meaning: 'The body is larger than the limit of this surface.',
    next: 'Send at most as many bytes as the message states.',
  },
  unsupported_media_type: {
    status: 415,
    type: 'invalid_request_error',
    meaning: 'The content type or content encoding is not served here.',
    next: 'Send `application/json`, or `multipart/form-data` for uploads, without `content-encoding`.',
  },
  expectation_failed: {
    status: 417,
    type: 'invalid_request_error',
    meaning: 'The `Expect` header asks for something other than `100-continue`.',
    next: 'Leave the header out.',
  },
  upgrade_refused: {
    status: 426,
    type: 'invalid_request_error',
    meaning: 'The request asks for a WebSocket, which is not served here.',
    next: 'Send it as an HTTP request, with `stream: true` for a stream.',
  },
  wallet_restricted: {
    status: 429,
    type: 'rate_limit_error',
    meaning:
      'An earlier request cost more than was reserved. The wallet now allows one paid request at a time, and one is running.',
    next: 'Try again after the time in `retry-after`, when that request has ended. A credit ends the restriction.',
    retryAfterSeconds: 2,
  },
  rate_limit_exceeded: {
    status: 429,
    type: 'rate_limit_error',
    meaning: 'The key or tenant has reached its limit of requests per minute. Nothing was read or charged.',
    next: 'Try again after the time in `retry-after`, or ask the operator to raise the limit.',
    retryAfterSeconds: 1,
  },
  concurrency_limit_exceeded: {
    status: 429,
    type: 'rate_limit_error',
    meaning: 'The key or tenant has reached its limit of concurrent requests. Nothing was read or charged.',
    next: 'Wait until some of your requests have ended, or ask the operator to raise the limit.',
    retryAfterSeconds: 1,
  },
  fair_share_exceeded: {
    status: 429,
    type: 'rate_limit_error',
    meaning: 'The gateway is busy, and the key or tenant already uses its fair share. Nothing was read or charged.',
    next: 'Wait until some of your requests have ended.',
    retryAfterSeconds: 1,
  },
  upstream_rate_limited: {
    status: 429,
    type: 'rate_limit_error',
    meaning: 'The upstream limits the rate, even after the gateway retried. Nothing was charged.',
    next: 'Try again after the time in `retry-after`.',
    retryAfterSeconds: 5,
  },
  headers_too_large: {
    status: 431,
    type: 'invalid_request_error',
    meaning: 'The headers exceed 16 KiB.',
    next: 'Send fewer or shorter headers.',
  },
  internal_error: {
    status: 500,
    type: 'server_error',
    meaning: 'A defect of the gateway.',
    next: 'Report the request id to the operator.',
  },
  upstream_unavailable: {
    status: 503,
    type: 'server_error',
    meaning:
      'The upstream could not be reached, or reported a failure. Nothing is charged unless its billing records say otherwise.',
    next: 'Try again later.',
    retryAfterSeconds: 2,
  },
  upstream_outcome_unknown: {
    status: 503,
    type: 'server_error',
    meaning:
      'The upstream broke off before it answered, or its answer is not valid. Whether it did the work is being checked, and the credit stays reserved until then.',
    next: 'Ask the operator about the reservation in `x-waybill-reservation`. The same request is refused for a minute; one with a new `Idempotency-Key` runs, and may charge you twice. Next time send that key with the first: repeating it tells you the outcome without a second charge.',
  },
  upstream_cut: {
    status: 503,
    type: 'server_error',
    meaning: 'The upstream broke off in the middle of its answer. What it used is charged.',
    next: 'If the partial answer is not enough, send the request again. You will be charged again.',
  },
  shutdown_cut: {
    status: 503,
    type: 'server_error',
    meaning: 'The gateway stopped in the middle of the answer. What the upstream used is charged.',
    next: 'If the partial answer is not enough, send the request again. You will be charged again.',
  },
  token_count_unavailable: {
    status: 503,
    type: 'server_error',
    meaning: 'The upstream cannot count tokens, and images, documents and files cannot be estimated by their size.',
    next: 'Leave them out, or use a model whose upstream counts tokens.',
  },
  pii_engine_unavailable: {
    status: 503,
    type: 'server_error',
    meaning:
      'This caller needs protection of personal data, and its engine does not answer. The protection is never bypassed.',
    next: 'Ask the operator to configure or restart the engine.',
    retryAfterSeconds: 30,
  },
  ledger_busy: {
    status: 503,
    type: 'server_error',
    meaning: 'The ledger, or the wallet, waits for what was to be written before. Nothing was forwarded.',
    next: 'Try again after the time in `retry-after`.',
    retryAfterSeconds: 1,
  },
  ledger_newer_than_gateway: {
    status: 503,
    type: 'server_error',
    meaning: 'A newer version of Waybill has written data that this one cannot read. Nothing was forwarded.',
    next: 'Try again after the time in `retry-after`: another gateway may have the newer version. The operator must upgrade this one.',
    retryAfterSeconds: 30,
  },
  ledger_unavailable: {
    status: 503,
    type: 'server_error',
    meaning: 'The ledger does not answer. Nothing was forwarded.',
    next: 'Try again after the time in `retry-after`.',
    retryAfterSeconds: 5,
  },
  content_key_missing: {
    status: 503,
    type: 'server_error',
    meaning: 'The stored content is encrypted with a key that this gateway does not have. Nothing was forwarded.',
    next: 'Ask the operator to add the key under `content_keys` again, or start a new context.',
  },
  overloaded: {
    status: 503,
    type: 'server_error',
    meaning: 'The gateway has reached its limit of concurrent requests.',
    next: 'Try again after the time in `retry-after`.',
    retryAfterSeconds: 1,
  },
  upload_storage_full: {
    status: 503,
    type: 'server_error',
    meaning: 'The gateway has no disk space left for uploads in progress.',
    next: 'Try again after the time in `retry-after`.',
    retryAfterSeconds: 10,
  },
  shutting_down: {
    status: 503,
    type: 'server_error',
    meaning: 'The gateway is shutting down and accepts no new requests.',
    next: 'Try again: another process may answer, or this one after its restart.',
    retryAfterSeconds: 2,
  },
});

/** Clients repeat these at once if they are not told to wait. */
const repeatedStatuses: ReadonlySet<number> = new Set([429, 500, 503]);
/** The request came too late or too slowly: it may be sent again at once. */
const lateStatus = 408;

/** `error.code` in an answer: stable, so clients may act on it. */
export type ErrorCode = keyof typeof errorCatalogue;

/** What one error adds to its entry in the {@link errorCatalogue}, or overrides. */
export interface GatewayErrorDetails {
  /** Replaces the meaning with a precise text for the caller: no personal data, secrets or upstream credentials. */
  readonly detail?: string;
  /** The field at fault, e.g. `max_tokens`. */
  readonly param?: string;
  /** The names in `param` one by one, as they lead to the field; absent: `param` is one name. */
  readonly place?: readonly string[];
  /** Seconds; overrides the catalogue's. */
  readonly retryAfterSeconds?: number;
  /** Only for `upstream_refused`: the status the upstream gave. */
  readonly status?: number;
  /** The error code of the upstream or its protocol, for its clients; `details.error_code` in the Anthropic dialect. */
  readonly upstreamCode?: string;
  /** Overrides the catalogue's; `false` also removes `retry-after`. */
  readonly shouldRetry?: boolean;
  /** Overrides the catalogue's, where a surface needs other advice. */
  readonly next?: string;
  /** Where the caller gets credit: the last words of the message, and a member of its own. */
  readonly creditHint?: string;
  /** Only for an exceeded budget: a member of its own. */
  readonly budget?: BudgetRest;
  /** Further headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The underlying error: for the log, never for the caller. */
  readonly cause?: unknown;
}

/** An operational failure or a refusal that is reported to the caller. The caller reads its message. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: ErrorCode;
  readonly status: number;
  /** `api_error` in place of `server_error` when it must not be sent again: some agents repeat the latter, in silence. */
  readonly type: ErrorFacts['type'];
  readonly param: string | null;
  /** The names that lead to the field; empty if there is none. */
  readonly place: readonly string[];
  /** `null`: clients apply their own rules for the status. */
  readonly shouldRetry: boolean | null;
  /** Whole seconds. Every 429, 500 and 503 has some: clients that repeat those whatever they are told pause at least. */
  readonly retryAfterSeconds: number | null;
  /** `null`: the error is not an upstream's, or the upstream gave no code. */
  readonly upstreamCode: string | null;
  /** `null`: the error is not for lack of credit, or nothing is configured. */
  readonly creditHint: string | null;
  /** `null`: no budget was exceeded. */
  readonly budget: BudgetRest | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly #details: GatewayErrorDetails;

  constructor(code: ErrorCode, details: GatewayErrorDetails = {}) {
    const entry: ErrorFacts = errorCatalogue[code];
    const words = [details.detail ?? entry.meaning, details.next ?? entry.next, details.creditHint ?? ''];
    super(
      withoutKeyHeader(words.join(' ').trimEnd()),
      details.cause === undefined ? undefined : { cause: details.cause },
    );
    this.code = code;
    this.status = details.status ?? entry.status;
    this.param = details.param ?? null;
    this.place = details.place ?? (details.param === undefined ? [] : [details.param]);
    const after = details.retryAfterSeconds ?? entry.retryAfterSeconds ?? null;
    const canHelp = after !== null || this.status === lateStatus;
    this.shouldRetry = details.shouldRetry ?? entry.shouldRetry ?? (canHelp ? null : false);
    this.type = entry.type === 'server_error' && this.shouldRetry === false ? 'api_error' : entry.type;
    const asked = details.shouldRetry === false ? null : after;
    this.retryAfterSeconds = repeatedStatuses.has(this.status) ? Math.max(1, Math.ceil(asked ?? 0)) : asked;
    this.upstreamCode = details.upstreamCode ?? null;
    this.creditHint = details.creditHint ?? null;
    this.budget = details.budget ?? null;
    this.headers = details.headers ?? {};
    this.#details = details;
  }

  /** The same error after credit was or may have been spent: neither its headers nor its words ask to send it again. */
  withoutRetry(): GatewayError {
    const entry: ErrorFacts = errorCatalogue[this.code];
    const advice = entry.retryAfterSeconds === undefined ? {} : { next: errorCatalogue.upstream_outcome_unknown.next };
    return new GatewayError(this.code, { ...this.#details, shouldRetry: false, ...advice });
  }

  /** The same error for a caller who is told where to get credit. */
  withCreditHint(creditHint: string): GatewayError {
    return new GatewayError(this.code, { ...this.#details, creditHint });
  }
}

/** Words that do not name the header of keys, as an upstream's may: Claude Code replaces words that do by its own. */
export function withoutKeyHeader(words: string): string {
  return words.replaceAll(/x-api-key/gi, 'api key');
}
