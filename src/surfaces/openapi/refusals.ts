import { errorCatalogue, GatewayError, type ErrorCode } from '../../errors.ts';
import { refusedRequestStatuses } from '../../protocols/answers/refused-request.ts';
import { systemOneStatus } from '../../protocols/systemone/error.ts';
import { isInference, isKeyed, isPriced, type Operation } from './operation.ts';

/** Selects the operations that can return an error. */
type Where = (operation: Operation) => boolean;

const nowhere: Where = () => false;
const withBody: Where = ({ body }) => body !== undefined;
const withForm: Where = ({ form }) => form !== undefined;
const withJson: Where = (operation) => withBody(operation) && !withForm(operation);
const ofConversation: Where = ({ id }) => ['createChatCompletion', 'createResponse', 'createMessage'].includes(id);
const ofFiles: Where = ({ resource }) => resource === 'file';
const ofResponses: Where = ({ resource }) => resource === 'response';
const named =
  (...ids: readonly string[]): Where =>
  ({ id }) =>
    ids.includes(id);
const either =
  (...all: readonly Where[]): Where =>
  (operation) =>
    all.some((where) => where(operation));
/** Operations that count against the limit of concurrent requests. */
const placed = either(withBody, named('showResponse', 'listResponseInputItems', 'readFileContent'));
/** Operations that count against the rate limit. */
const ofAccount: Where = ({ resource }) => resource === 'account';
const counted = either(placed, ofAccount, named('listModels', 'showModel', 'deleteResponse'));
const forwarded = either(isInference, ofFiles);

/** The operations of every code that not all operations with a key can return. */
const places: Partial<Record<ErrorCode, Where>> = {
  malformed_json: withJson,
  duplicate_key: withJson,
  json_too_deep: withJson,
  json_too_many_values: withJson,
  invalid_utf8: withJson,
  malformed_form: withForm,
  invalid_value: either(withBody, ({ query }) => query !== undefined),
  model_required: isInference,
  surface_not_mapped: isInference,
  service_tier_not_priced: isPriced,
  unsupported_parameter: either(withBody, ({ query }) => query !== undefined),
  tool_not_priced: either(ofConversation, named('countMessageTokens')),
  input_not_inspectable: withBody,
  insufficient_credit: isPriced,
  request_cap_exceeded: isPriced,
  key_budget_exceeded: isPriced,
  budget_exceeded: isPriced,
  profile_not_authorised: either(withBody, named('showModel')),
  not_found: nowhere,
  not_permitted: nowhere,
  misdirected_request: nowhere,
  resource_not_found: named('showCharge', 'showReceipt'),
  already_exists: nowhere,
  not_possible: nowhere,
  bank_reference_used: nowhere,
  method_not_allowed: nowhere,
  upgrade_refused: nowhere,
  file_not_found: either(ofConversation, (operation) => ofFiles(operation) && operation.path.includes('{id}')),
  files_not_offered: named('uploadFile'),
  response_not_found: ofResponses,
  item_not_found: named('createResponse'),
  previous_response_not_found: named('createResponse'),
  context_incompatible: named('createResponse'),
  idempotency_key_reused: isKeyed,
  idempotency_key_in_use: isKeyed,
  idempotency_outcome_unknown: isKeyed,
  idempotency_answer_lost: isKeyed,
  idempotency_answer_too_large: isKeyed,
  idempotency_request_failed: isKeyed,
  request_timeout: withBody,
  body_too_large: withBody,
  unsupported_media_type: withBody,
  upstream_rate_limited: forwarded,
  upstream_refused: forwarded,
  upstream_unavailable: forwarded,
  upstream_outcome_unknown: isPriced,
  upstream_cut: either(isPriced, named('readFileContent')),
  token_count_unavailable: named('countMessageTokens'),
  pii_engine_unavailable: either(isInference, ofResponses),
  content_key_missing: either(ofResponses, ofFiles, named('createResponse')),
  upload_storage_full: withForm,
  rate_limit_exceeded: counted,
  concurrency_limit_exceeded: placed,
  fair_share_exceeded: placed,
};

/** Specification §4: every operation with a key can return these. */
const specifiedStatuses: Readonly<Record<number, string>> = {
  402: 'Not enough available credit.',
  403: 'The caller may not use the model or profile.',
  503: 'A required service is down. Protection of personal data is never bypassed.',
};

/** The error statuses of an operation with their codes, which docs/errors.md explains. */
export function refusalsOf(operation: Operation): ReadonlyMap<number, string> {
  if (operation.isPublic === true) return new Map();
  const meanings = new Map<number, string[]>();
  for (const code of Object.keys(errorCatalogue) as ErrorCode[]) {
    if (!(places[code] ?? always)(operation)) continue;
    for (const status of statusesOf(code, operation)) {
      meanings.set(status, [...(meanings.get(status) ?? []), `\`${code}\``]);
    }
  }
  for (const [status, meaning] of Object.entries(specifiedStatuses)) {
    if (!meanings.has(Number(status))) meanings.set(Number(status), [meaning]);
  }
  return new Map([...meanings].toSorted(([a], [b]) => a - b).map(([status, each]) => [status, each.join(', ')]));
}

const always: Where = () => true;

function statusesOf(code: ErrorCode, { id }: Operation): readonly number[] {
  if (code === 'upstream_refused') return refusedRequestStatuses;
  const error = new GatewayError(code);
  return [id === 'answerQuestions' ? systemOneStatus(error) : error.status];
}
