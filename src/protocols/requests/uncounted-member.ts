import type { Target } from '../../catalogue/model-catalogue.ts';
import { GatewayError } from '../../errors.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { findKnownName, knownObject } from './known-members.ts';
import { givenMember } from './request-fields.ts';

/** A member that the gateway understands and does not serve, because its cost is in no counter. */
export interface UncountedMember {
  readonly reason: 'unsupported_parameter' | 'tool_not_priced';
  readonly param: string;
  /** Why, as text for the caller. */
  readonly message: string;
}

interface Refusal {
  readonly reason: UncountedMember['reason'];
  /** What it does, to be put after its name. */
  readonly does: string;
  /** Separated by white space, each list next to its documentation. */
  readonly names: readonly string[];
}

/** LiteLLM: Logging (`StandardCallbackDynamicParams`). They also stand in `metadata`. */
const copiesElsewhere =
  'callbacks success_callback failure_callback langfuse_public_key langfuse_secret langfuse_secret_key langfuse_host ' +
  'langsmith_api_key langsmith_project langsmith_base_url langsmith_tenant_id humanloop_api_key arize_api_key ' +
  'arize_space_key arize_space_id posthog_api_key posthog_host posthog_api_url braintrust_api_key braintrust_project ' +
  'braintrust_host wandb_api_key weave_project_id slack_webhook_url lunary_public_key gcs_bucket_name ' +
  'gcs_path_service_account dd_api_key dd_site dd_agent_host dd_agent_port';

/**
 * Members of widespread compatible servers and routers, in any protocol, by which a caller would choose what only the
 * operator may choose. They stand at the top level of a body. Each list names its product and the page that documents
 * it.
 */
const refusals: readonly Refusal[] = [
  {
    reason: 'tool_not_priced',
    does: 'makes the upstream search or work for fees that no counter reports.',
    names: [
      'plugins', // OpenRouter: Plugins
      'search_parameters', // xAI: Live Search
      'enable_search search_options', // Alibaba Model Studio: Web search
      'search_settings compound_custom', // Groq: Compound
      'connectors', // Cohere: Chat
      'enhancements', // Azure OpenAI: GPT-4 Turbo with Vision enhancements
    ],
  },
  {
    reason: 'unsupported_parameter',
    does: 'lets another model answer, which has other prices and permissions.',
    names: [
      'models route preset', // OpenRouter: Model Routing; Presets
      'fallbacks context_window_fallbacks content_policy_fallbacks default_fallbacks', // LiteLLM: Fallbacks; Anthropic: fallbacks
      'model_list deployment_id custom_llm_provider', // LiteLLM: Input Params; Clientside LLM Credentials
      'lora lora_path', // llama.cpp: server README; SGLang: LoRA Serving
      'adapter_id adapter_source', // text-generation-inference: LoRA; Predibase: LoRAX
      'safety_model', // Together: Chat Completions
      'agent_id', // Mistral: Agents
      'prompt_id prompt_version prompt_label prompt_variables', // LiteLLM: Prompt Management
      'model_info base_model specific_deployment', // LiteLLM: Router
    ],
  },
  {
    reason: 'unsupported_parameter',
    does: 'chooses which provider serves the request, at a price of its own.',
    names: [
      'providerOptions provider_options', // Vercel: AI Gateway Provider Options
      'config virtual_key strategy targets override_params', // Portkey: Gateway Config
      'router_settings_override tags', // LiteLLM: Tag Based Routing; Router
      'input_cost_per_token output_cost_per_token input_cost_per_second output_cost_per_second', // LiteLLM: Custom Pricing
    ],
  },
  {
    reason: 'unsupported_parameter',
    does: 'sends the request, or data of it, to another address or with other credentials.',
    names: [
      'api_base base_url api_key api_version organization user_config litellm_params litellm_credential_name', // LiteLLM: Clientside LLM Credentials
      'extra_headers extra_body extra_query headers', // LiteLLM: Input Params; the official clients' own words for them
      'azure_ad_token azure_endpoint', // LiteLLM: Azure OpenAI
      'aws_access_key_id aws_secret_access_key aws_session_token aws_region_name aws_profile_name aws_role_name', // LiteLLM: AWS Bedrock
      'aws_session_name aws_web_identity_token aws_bedrock_runtime_endpoint aws_sts_endpoint', // LiteLLM: AWS Bedrock
      'aws_external_id s3_endpoint_url sagemaker_base_url deployment_url', // LiteLLM: AWS Bedrock; SageMaker; SAP
      'vertex_project vertex_location vertex_credentials', // LiteLLM: Vertex AI
      'vertex_ai_project vertex_ai_location vertex_ai_credentials', // LiteLLM: Vertex AI, the older names
      'region_name watsonx_region_name', // LiteLLM: Input Params; IBM watsonx.ai
      'tenant_id client_id client_secret azure_username azure_password azure_scope', // LiteLLM: Azure OpenAI
      'custom_host', // Portkey: Gateway to other APIs
      'kv_transfer_params', // vLLM: Disaggregated Prefilling
      'bootstrap_host bootstrap_port bootstrap_room', // SGLang: PD Disaggregation
      'data_sources dataSources', // Azure OpenAI: On Your Data
    ],
  },
  {
    reason: 'unsupported_parameter',
    does: 'logs the conversation at another address or in another account.',
    names: [copiesElsewhere],
  },
  {
    reason: 'unsupported_parameter',
    does: 'refers to data at the upstream, in an account that all callers share, or stores the answer there.',
    names: [
      'cached_content', // Gemini: Context caching by the OpenAI library
      'deferred', // xAI: Deferred Chat Completions
    ],
  },
  {
    reason: 'unsupported_parameter',
    does: 'makes a router in between repeat the work, or skip it.',
    names: [
      'num_retries max_retries', // LiteLLM: Reliability
      'mock_response mock_tool_calls mock_timeout', // LiteLLM: Mock Completion Responses
    ],
  },
];

/** Members that may say of themselves that they are off: by this member of theirs, with this JSON text. */
const offSwitches: ReadonlyMap<string, readonly [key: string, off: string]> = new Map([
  ['plugins', ['enabled', 'false']], // OpenRouter: Plugins
  ['search_parameters', ['mode', '"off"']], // xAI: Live Search
]);

const byName: ReadonlyMap<string, Refusal> = new Map(
  refusals.flatMap((refusal) => refusal.names.flatMap((names) => names.split(' ').map((name) => [name, refusal]))),
);

/** OpenRouter: Provider Routing. Refused by targets whose prices do not cover every provider. */
const upstreamChoice = 'provider';

/** All of these names. A member that asks for nothing is known to do nothing. */
export const uncountedMemberNames = [upstreamChoice, ...byName.keys()].join(' ');

const uncounted = knownObject(uncountedMemberNames);

const copied = knownObject(copiesElsewhere);

/**
 * The first such member of a request; `null` when none asks for anything, as `null`, `false`, an empty list and what is
 * switched off do not.
 */
export function findUncountedMember(object: JsonObjectText): UncountedMember | null {
  for (const member of object.members) {
    const name = findKnownName(object, member, uncounted)?.name ?? '';
    const refusal = byName.get(name);
    if (refusal === undefined || member.kind === 'false' || !isAsked(object, name)) continue;
    if (isSwitchedOff(object, name)) continue;
    return { reason: refusal.reason, param: name, message: `\`${name}\` ${refusal.does}` };
  }
  return findInMetadata(object, 'metadata') ?? findInMetadata(object, 'litellm_metadata');
}

/**
 * What LiteLLM obeys in the `metadata` of a request: logging settings, and a list of `tags`, which choose a deployment.
 * Otherwise metadata is the caller's own, with any names.
 */
function findInMetadata(object: JsonObjectText, key: string): UncountedMember | null {
  const member = givenMember(object, key);
  if (member?.kind !== 'object') return null;
  const notes = object.object(member);
  const found = notes.members.find((note) => note.kind !== 'null' && findKnownName(notes, note, copied) !== null);
  const name = found === undefined ? null : notes.key(found);
  const isTagged = givenMember(notes, 'tags')?.kind === 'array' && isAsked(notes, 'tags');
  const refusal = byName.get(name ?? (isTagged ? 'tags' : ''));
  if (refusal === undefined) return null;
  const param = `${key}.${name ?? 'tags'}`;
  return { reason: refusal.reason, param, message: `\`${param}\` ${refusal.does}` };
}

/** Raises `GatewayError` (400) for a request that chooses its provider at a target whose prices do not cover all. */
export function assertChosenUpstreamPriced(object: JsonObjectText, { arePricesOfAllProviders }: Target): void {
  if (arePricesOfAllProviders || !isAsked(object, upstreamChoice)) return;
  if (object.member(upstreamChoice)?.kind === 'false') return;
  throw new GatewayError('unsupported_parameter', {
    detail: `\`${upstreamChoice}\` chooses which provider serves the request, at a price of its own. This model's target does not have \`prices_cover_providers: true\`.`,
    param: upstreamChoice,
  });
}

function isSwitchedOff(object: JsonObjectText, name: string): boolean {
  const member = givenMember(object, name);
  const [key, off] = offSwitches.get(name) ?? [];
  if (member === undefined || key === undefined || off === undefined) return false;
  const values = member.kind === 'array' ? object.elements(member) : [member];
  return values.every((value) => value.kind === 'object' && saysOff(object.object(value), key, off));
}

/** Whether an object has this switch with this JSON text. Some servers read names in any case: then all must say so. */
function saysOff(object: JsonObjectText, key: string, off: string): boolean {
  const switches = object.members.filter((member) => object.key(member).toLowerCase() === key);
  return switches.length > 0 && switches.every((member) => object.text(member) === off);
}

/** Whether a member asks for something. */
export function isAsked(object: JsonObjectText, key: string): boolean {
  const member = givenMember(object, key);
  return member !== undefined && (member.kind !== 'array' || object.elements(member, 1).length > 0);
}
