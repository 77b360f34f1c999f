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
    | 'server_error';
  /** When the code is answered. */
  readonly meaning: string;
  /** What the reader of the error does next. Part of the message. */
  readonly next: string;
  /** `x-should-retry`: absent leaves it to the client's own rules for the status. */
  readonly shouldRetry?: boolean;
  /** Default `retry-after`, seconds. */
  readonly retryAfterSeconds?: number;
}

const facts = <Table extends Record<string, ErrorFacts>>(table: Table): Table => table;

/** Every error that a caller can be answered with, by its code: HTTP status, type, meaning, and what to do next. */
export const errorCatalogue = facts({
  malformed_json: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The body is not one JSON object.',
    next: 'Send a single JSON object as RFC 8259 defines it.',
  },
  duplicate_key: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'An object of the body names a key twice.',
    next: 'Name each key once: which of the two would count is not defined.',
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
    meaning: 'The objects of the body have more members, or its arrays more elements, than the limit.',
    next: 'Send fewer: split the request, or send what only the model reads as text.',
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
    next: 'Send multipart/form-data as RFC 7578 defines it, with a name for each part and the last boundary.',
  },
  invalid_value: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'A field has the wrong type or a value out of range.',
    next: 'Correct the field that `param` names.',
  },
  model_required: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The request names no model and the caller has no default profile.',
    next: 'Name a profile in `model`; GET /v1/models lists yours.',
  },
  surface_not_mapped: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'The model exists and is allowed, but is not mapped to the surface that was called.',
    next: 'Call a surface that GET /v1/models lists for this model.',
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
    meaning: 'The request has a field that is not served here.',
    next: 'Leave out the field that `param` names.',
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
      'This caller needs protection of personal data, and the request contains content that cannot be checked for it: images, audio, text to be spoken, files or token ids.',
    next: 'Send text, or ask the operator for a model that is trusted with such data.',
  },
  invalid_api_key: {
    status: 401,
    type: 'authentication_error',
    meaning: 'No key was sent, or the key is not known here.',
    next: 'Send a key of this gateway as `Authorization: Bearer <key>` or `x-api-key: <key>`.',
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
  not_permitted: {
    status: 403,
    type: 'permission_error',
    meaning: 'No role of the person behind the key allows this in the management API, or the key was not made for it.',
    next: 'Ask a person whose role allows it: see docs/roles.md.',
  },
  resource_not_found: {
    status: 404,
    type: 'not_found_error',
    meaning: 'The resource does not exist, or the person behind the key cannot reach it.',
    next: 'Check the id. Lists show what you can reach.',
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
  account_suspended: {
    status: 403,
    type: 'permission_error',
    meaning: 'The person behind the key, or a group, tenant or reseller above, is suspended or closed.',
    next: 'Ask its administrator.',
  },
  credentials_differ: {
    status: 401,
    type: 'authentication_error',
    meaning: 'Two different keys were sent: in `Authorization` and `x-api-key`, or twice in one of them.',
    next: 'Send one key.',
  },
  insufficient_credit: {
    status: 402,
    type: 'billing_error',
    meaning: 'The credit to reserve exceeds what the wallet has available.',
    next: 'Ask for less, wait for running requests to end, or top up the wallet.',
    shouldRetry: false,
  },
  request_cap_exceeded: {
    status: 402,
    type: 'billing_error',
    meaning: 'The worst-case cost of this request exceeds the cap per request of the key or of a policy.',
    next: 'Ask for less: a shorter answer or a shorter input.',
    shouldRetry: false,
  },
  key_budget_exceeded: {
    status: 402,
    type: 'billing_error',
    meaning: "The worst-case cost of this request exceeds what is left of the key's budget.",
    next: 'Ask for less, or use a key with a larger budget.',
    shouldRetry: false,
  },
  wallet_restricted: {
    status: 429,
    type: 'rate_limit_error',
    meaning:
      'An earlier request cost more than was reserved. The wallet now allows one paid request at a time, and one is running.',
    next: 'Try again after the time in `retry-after`, when that request has ended. A credit ends the restriction.',
    retryAfterSeconds: 2,
  },
  profile_not_authorised: {
    status: 403,
    type: 'permission_error',
    meaning: 'The model or profile is not allowed for this caller.',
    next: 'Use a profile that GET /v1/models lists.',
  },
  storage_limit_exceeded: {
    status: 403,
    type: 'permission_error',
    meaning: "The tenant's stored responses and files have reached their limit. Nothing was stored or charged.",
    next: 'Delete stored responses or files that are not needed, send `store: false`, or have the operator raise `kept_bytes_max`.',
    shouldRetry: false,
  },
  not_found: {
    status: 404,
    type: 'not_found_error',
    meaning: 'There is nothing at this path.',
    next: 'Check the method and the path. All paths begin with /v1; those of the management API begin with /admin/v1.',
  },
  model_not_found: {
    status: 404,
    type: 'invalid_request_error',
    meaning: 'There is no such model among those this caller may use.',
    next: 'GET /v1/models lists yours.',
  },
  method_not_allowed: {
    status: 405,
    type: 'invalid_request_error',
    meaning: 'The path does not support this method.',
    next: 'Use a method that the `allow` header lists.',
  },
  file_not_found: {
    status: 404,
    type: 'invalid_request_error',
    meaning: 'There is no such file of this caller.',
    next: 'Check the id: a file is kept until it expires or is deleted, and only its owner sees it, in the protocol of its upload.',
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
    meaning: 'There is no such stored response of this caller.',
    next: 'Check the id: a response is kept until it expires or is deleted, and only its owner sees it.',
  },
  item_not_found: {
    status: 404,
    type: 'invalid_request_error',
    meaning: 'The input refers to an item that is in no stored response of this caller.',
    next: 'Send the item itself, or store the responses whose items you refer to.',
  },
  previous_response_not_found: {
    status: 400,
    type: 'invalid_request_error',
    meaning: 'There is no such stored response of this caller to continue.',
    next: 'Check the id, or send the whole conversation as `input`.',
  },
  context_incompatible: {
    status: 409,
    type: 'invalid_request_error',
    meaning:
      'The request continues an answer of another model, target or upstream account, or one with other protection of personal data.',
    next: 'Start a new context: send the conversation as `input`, without `previous_response_id` and item references.',
    shouldRetry: false,
  },
  idempotency_key_reused: {
    status: 409,
    type: 'invalid_request_error',
    meaning: 'Another request was sent with this idempotency key.',
    next: 'Use a new key for each request. Repeat a key only with the same path and body.',
    shouldRetry: false,
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
    shouldRetry: false,
  },
  idempotency_answer_too_large: {
    status: 409,
    type: 'invalid_request_error',
    meaning: 'The first request with this idempotency key was answered and charged. Its answer was too large to keep.',
    next: 'Use a new key for a new answer, which is a new charge. `x-waybill-reservation` names the old charge.',
    shouldRetry: false,
  },
  idempotency_request_failed: {
    status: 409,
    type: 'invalid_request_error',
    meaning: 'The first request with this idempotency key failed, and was charged or may have been.',
    next: 'Use a new key to try again, which may be a new charge. `x-waybill-reservation` names the old charge.',
    shouldRetry: false,
  },
  request_timeout: {
    status: 408,
    type: 'invalid_request_error',
    meaning: 'The request did not arrive in time.',
    next: 'Send the whole request, body included, without pauses.',
  },
  body_too_large: {
    status: 413,
    type: 'invalid_request_error',
    meaning: 'The body is larger than the limit of this surface.',
    next: 'Send at most as many bytes as the message states.',
  },
  expectation_failed: {
    status: 417,
    type: 'invalid_request_error',
    meaning: 'The `Expect` header asks for something other than `100-continue`.',
    next: 'Leave the header out.',
  },
  headers_too_large: {
    status: 431,
    type: 'invalid_request_error',
    meaning: 'The headers are larger than 16 KiB.',
    next: 'Send fewer or shorter headers.',
  },
  unsupported_media_type: {
    status: 415,
    type: 'invalid_request_error',
    meaning: 'The content type or content encoding is not served here.',
    next: 'Send `application/json`, or `multipart/form-data` for uploads, without `content-encoding`.',
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
  upstream_refused: {
    status: 400,
    type: 'invalid_request_error',
    meaning:
      'The upstream, or a proxy before it, refused the request. Its status, message and code are passed on. Nothing was charged.',
    next: 'Correct the request as the message says.',
  },
  internal_error: {
    status: 500,
    type: 'server_error',
    meaning: 'A defect of the gateway.',
    next: 'Report the request id.',
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
    next: 'Ask the operator about the reservation in `x-waybill-reservation`. Sending the request again may charge you twice. Next time send an `Idempotency-Key`: it tells you.',
    shouldRetry: false,
  },
  upstream_cut: {
    status: 503,
    type: 'server_error',
    meaning: 'The upstream broke off in the middle of its answer. What it used is charged.',
    next: 'If the partial answer is not enough, send the request again. You will be charged again.',
    shouldRetry: false,
  },
  shutdown_cut: {
    status: 503,
    type: 'server_error',
    meaning: 'The gateway stopped in the middle of the answer. What the upstream used is charged.',
    next: 'If the partial answer is not enough, send the request again. You will be charged again.',
    shouldRetry: false,
  },
  token_count_unavailable: {
    status: 503,
    type: 'server_error',
    meaning: 'The upstream cannot count tokens, and images, documents and files cannot be estimated by their size.',
    next: 'Leave them out, or use a model whose upstream counts tokens.',
    shouldRetry: false,
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
    meaning: "The ledger's queue is full. Nothing was forwarded.",
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
    shouldRetry: false,
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

/** `error.code` of an answer: a stable word that clients may act on. */
export type ErrorCode = keyof typeof errorCatalogue;

/** What one error says beside, or instead of, its line of the {@link errorCatalogue}. */
export interface GatewayErrorDetails {
  /** What exactly, for the caller: no personal data, no secrets, no upstream credentials. */
  readonly detail?: string;
  /** The field at fault, e.g. `max_tokens`. */
  readonly param?: string;
  /** Seconds; overrides the catalogue's. */
  readonly retryAfterSeconds?: number;
  /** Only for `upstream_refused`: the status the upstream gave. */
  readonly status?: number;
  /** The word of the upstream, or of its protocol, on which its clients act; of the dialect of Anthropic `details.error_code`. */
  readonly upstreamCode?: string;
  /** Overrides the catalogue's; false also takes `retry-after` away. */
  readonly shouldRetry?: boolean;
  /** Overrides the catalogue's, where the surface makes it another. */
  readonly next?: string;
  /** What was raised below: for the log, never for the caller. */
  readonly cause?: unknown;
}

/** An operational failure or a refusal on its way to the caller. Its message is for the caller's eyes. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly type: ErrorFacts['type'];
  readonly param: string | null;
  readonly shouldRetry: boolean | null;
  readonly retryAfterSeconds: number | null;
  /** `null` where the error is no upstream's, or that upstream gave it no code. */
  readonly upstreamCode: string | null;
  readonly #details: GatewayErrorDetails;

  constructor(code: ErrorCode, details: GatewayErrorDetails = {}) {
    const entry: ErrorFacts = errorCatalogue[code];
    const what = details.detail ?? entry.meaning;
    super(`${what} ${details.next ?? entry.next}`, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status ?? entry.status;
    this.type = entry.type;
    this.param = details.param ?? null;
    this.shouldRetry = details.shouldRetry ?? entry.shouldRetry ?? null;
    const after = details.retryAfterSeconds ?? entry.retryAfterSeconds ?? null;
    this.retryAfterSeconds = details.shouldRetry === false ? null : after;
    this.upstreamCode = details.upstreamCode ?? null;
    this.#details = details;
  }

  /** The same error, after credit was spent or may have been: no client is to try again by itself. */
  withoutRetry(): GatewayError {
    return new GatewayError(this.code, { ...this.#details, shouldRetry: false });
  }
}
