import { knownObject, knownTypes, switchedOff, type KnownObject } from '../requests/known-members.ts';
import { uncountedMemberNames } from '../requests/uncounted-member.ts';

// Sources: the types of the official client (openai 7.57, `ChatCompletionCreateParams`), and other pages where named.
// `max_tokens`, `n` and other members that do change the work are listed here because the hold counts them.

const part = knownTypes({
  text: knownObject('type text cache_control prompt_cache_breakpoint citations'),
  refusal: knownObject('type refusal'),
  image_url: knownObject('type cache_control prompt_cache_breakpoint', {
    image_url: knownObject('url detail'),
  }),
  input_audio: knownObject('type cache_control prompt_cache_breakpoint', {
    input_audio: knownObject('data format'),
  }),
  file: knownObject('type cache_control prompt_cache_breakpoint', {
    file: knownObject('file_data file_id filename'),
  }),
});

const toolCall = knownObject('id type index cache_control extra_content', {
  function: knownObject('name arguments'),
  custom: knownObject('name input'),
});

/**
 * The protocol's own members, and those that clients send back from an answer: `annotations`, `parsed` (openai 7.57),
 * `reasoning…` (vLLM, Reasoning Outputs; DeepSeek, Thinking Mode; OpenRouter, Reasoning Tokens), `prefix` (Mistral,
 * Prefix; DeepSeek, Chat Prefix Completion), `thinking_blocks` and `provider_specific_fields` (LiteLLM, Reasoning
 * Content).
 */
const message = knownObject(
  'role name tool_call_id refusal audio annotations parsed cache_control prefix ' +
    'reasoning reasoning_content reasoning_details thinking_blocks provider_specific_fields',
  {
    content: part,
    tool_calls: toolCall,
    function_call: knownObject('name arguments'),
  },
);

const functionDefinition = knownObject('name description parameters strict');

const tool = knownObject('type cache_control', {
  function: functionDefinition,
  custom: knownObject('name description format'),
});

const format = knownObject('type', {
  json_schema: knownObject('name description schema strict'),
});

/**
 * How the next token is chosen, or which tokens may follow: never more than the output limit. vLLM (OpenAI-Compatible
 * Server, Extra Parameters), SGLang (Sampling Parameters), llama.cpp (server README, completion), OpenRouter
 * (Parameters), Mistral (`random_seed`), text-generation-inference.
 */
const sampling =
  'top_k min_p top_a typical_p typical tfs_z repetition_penalty repeat_penalty repeat_last_n seed random_seed ' +
  'mirostat mirostat_tau mirostat_eta dynatemp_range dynatemp_exponent xtc_probability xtc_threshold ' +
  'dry_multiplier dry_base dry_allowed_length dry_penalty_last_n dry_sequence_breakers samplers ' +
  'bad_words allowed_token_ids stop_token_ids include_stop_str_in_output skip_special_tokens spaces_between_special_tokens no_stop_trim ' +
  'guided_json guided_regex guided_choice guided_grammar guided_decoding_backend guided_whitespace_pattern ' +
  'structured_outputs grammar json_schema regex ebnf';

/**
 * Switches of the chat templates that models come with: Qwen, GLM and Nemotron (`enable_thinking` and the handling of
 * earlier thoughts), DeepSeek and Granite (`thinking`), Seed (`thinking_budget`), gpt-oss (`reasoning_effort`,
 * `model_identity`). vLLM and SGLang also accept a whole `chat_template` here, whose loops write more than the body has
 * bytes.
 */
const templateSwitches = knownObject(
  'enable_thinking thinking thinking_budget reasoning_effort preserve_thinking clear_thinking ' +
    'truncate_history_thinking model_identity',
);

/**
 * How the answer is formatted, whether it continues the last message, whether messages are left out, what is cached, and
 * what is logged. vLLM and SGLang as above (`separate_reasoning`, `continue_final_message`, `cache_salt`), llama.cpp
 * (`cache_prompt`, `timings_per_token`), OpenRouter (`include_reasoning`, `usage`, `transforms`), Groq (API Reference,
 * `reasoning_format`), Azure (`user_security_context`).
 */
const telling =
  'add_generation_prompt continue_final_message add_special_tokens return_token_ids return_tokens_as_token_ids ' +
  'separate_reasoning stream_reasoning cache_salt cache_prompt timings_per_token return_progress ' +
  'include_reasoning usage transforms reasoning_format user_security_context';

/** `POST /v1/chat/completions`. */
export const knownChatMembers: KnownObject = knownObject(
  'model frequency_penalty function_call logit_bias logprobs max_completion_tokens max_tokens metadata modalities ' +
    'moderation n parallel_tool_calls presence_penalty prompt_cache_key prompt_cache_options prompt_cache_retention ' +
    'reasoning_effort safety_identifier service_tier stop store stream temperature tool_choice top_logprobs top_p user ' +
    `verbosity web_search_options cache_control ${sampling} ${telling} ${uncountedMemberNames}`,
  {
    messages: message,
    audio: knownObject('format voice'),
    chat_template_kwargs: templateSwitches,
    // Without a thought there is less to write. With one, some servers count it outside of the output limit: Alibaba
    // Model Studio (Deep Thinking, `enable_thinking`), DeepSeek, Z.ai and Moonshot (Thinking Mode, `thinking`).
    enable_thinking: switchedOff,
    thinking: switchedOff,
    functions: functionDefinition,
    prediction: knownObject('type', { content: part }),
    response_format: format,
    stream_options: knownObject('include_usage include_obfuscation continuous_usage_stats'),
    tools: tool,
  },
);
