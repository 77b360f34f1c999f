/**
 * The table of dialects: where servers put the counters of an answer, what they call them, and what two counters mean
 * that contradict each other. `docs/counters.md` shows it. A server that counts otherwise is a row here and nothing
 * else.
 */

/** What is counted, as one row reads it. Three lifetimes of cache writes and two measures of sound become a `Usage`. */
export type CounterName =
  | 'input_tokens'
  | 'output_tokens'
  | 'total_tokens'
  | 'cached_input_tokens'
  | 'cache_write_tokens'
  | 'cache_write_5m_tokens'
  | 'cache_write_1h_tokens'
  | 'cache_write_12h_tokens'
  | 'cache_write_24h_tokens'
  | 'audio_input_tokens'
  | 'image_input_tokens'
  | 'citation_tokens'
  | 'reasoning_tokens'
  | 'audio_output_tokens'
  | 'accepted_prediction_tokens'
  | 'rejected_prediction_tokens'
  | 'input_characters'
  | 'audio_seconds'
  | 'web_searches'
  | 'web_fetches';

/** A place of counters in an answer or in a record of a stream. */
export interface PlaceRow {
  /** Names joined by dots; `[]` is every element of an array, `*` the rest of a name. */
  readonly at: string;
  /** Absent: on every surface. */
  readonly surfaces?: readonly string[];
  /** Where it was seen. */
  readonly writtenBy: string;
}

/** A name of a counter. */
export interface NameRow {
  /** `null`: known, and nothing is charged for it. */
  readonly counts: CounterName | null;
  /**
   * A regular expression for the whole path within the counters, names joined by dots, `camelCase` read as
   * `snake_case`.
   */
  readonly named: string;
  /** The surfaces whose protocol has this name. There it comes before all others. */
  readonly ownOf?: readonly string[];
  /** Absent: read on every surface. */
  readonly surfaces?: readonly string[];
  /** On these surfaces the counter does not include what was read from a cache or written to one. */
  readonly withoutCachesOn?: readonly string[];
  /** It is beside its total, unless that of all tokens confirms that it is within. */
  readonly isBeside?: boolean;
  /** How many seconds one of it is; absent: one. */
  readonly unitSeconds?: number;
  /** Where it was seen, or why nothing is charged for it. */
  readonly note: string;
}

const sound = ['audio_speech', 'audio_transcriptions', 'audio_translations'] as const;
const recordings = ['audio_transcriptions', 'audio_translations'] as const;
const namedInput = ['responses', 'messages', 'systemone', ...sound] as const;
const namedPrompt = ['chat_completions', 'embeddings'] as const;

/**
 * In order: the first place with counters that counted anything is read. Where no total confirms it, the totals of another
 * place that confirm each other, and are no less, are read in place of its own. Places are never added up, except counters of
 * single choices.
 */
export const counterPlaces: readonly PlaceRow[] = [
  { at: 'usage', writtenBy: 'the protocols' },
  { at: 'usage.usage', writtenBy: 'proxies that put the counters of another server in their own' },
  { at: 'response.usage', writtenBy: 'responses, and servers that speak realtime events' },
  { at: 'message.usage', writtenBy: 'messages (`message_start`)' },
  { at: 'x_*.usage', writtenBy: 'Groq (`x_groq`)' },
  { at: 'data.usage', writtenBy: 'servers that wrap their answers' },
  { at: 'meta.usage', writtenBy: 'relatives of the row above' },
  { at: 'result.usage', writtenBy: 'Cloudflare, in the form of its own API' },
  { at: 'output.usage', surfaces: ['chat_completions', 'embeddings'], writtenBy: 'relatives of the row above' },
  { at: 'usageMetadata', writtenBy: 'Gemini, through proxies' },
  { at: 'usage_metadata', writtenBy: 'relatives of the row above' },
  { at: 'amazon-bedrock-invocationMetrics', surfaces: ['messages', 'chat_completions'], writtenBy: 'Amazon Bedrock' },
  { at: 'choices[].usage', surfaces: ['chat_completions'], writtenBy: 'Moonshot (Kimi)' },
  { at: 'choices[].delta.usage', surfaces: ['chat_completions'], writtenBy: 'relatives of the row above' },
  { at: 'choices[].message.usage', surfaces: ['chat_completions'], writtenBy: 'relatives of the row above' },
];

/** Members beside the counters that are read together with them. */
export const countersBeside: readonly PlaceRow[] = [
  { at: 'tool_usage', surfaces: ['responses'], writtenBy: 'OpenAI' },
  { at: 'duration', surfaces: recordings, writtenBy: 'OpenAI (`verbose_json`), Venice; as a string: older Whisper' },
  { at: 'audio_duration', surfaces: recordings, writtenBy: 'relatives' },
  { at: 'audio_duration_secs', surfaces: recordings, writtenBy: 'ElevenLabs' },
  { at: 'prompt_audio_seconds', surfaces: recordings, writtenBy: 'relatives of Mistral' },
];

const inDetails = '(prompt|input)_tokens?_details\\.';
const outDetails = '(completion|output|candidates|response)_tokens?_details\\.';

/** What was written to a cache for a time. */
function livesFor(time: string): string {
  return `(${inDetails})?cache_(creation|write)(_tokens?)?(_details)?\\.(ephemeral|ttl)_(${time})_(input_)?tokens`;
}

/**
 * In order: of two rows for one counter the surface's own name is read, else the earlier one; but a zero gives way to a
 * row that counted something.
 */
export const counterNames: readonly NameRow[] = [
  { counts: 'input_tokens', named: 'prompt_tokens', ownOf: namedPrompt, note: 'OpenAI' },
  {
    counts: 'input_tokens',
    named: 'input_tokens',
    ownOf: namedInput,
    withoutCachesOn: ['messages'],
    note: 'OpenAI, Anthropic',
  },
  {
    counts: 'input_tokens',
    named: '(input|prompt)_token_count',
    withoutCachesOn: ['messages'],
    note: 'Amazon Bedrock',
  },
  { counts: 'output_tokens', named: 'completion_tokens', ownOf: namedPrompt, note: 'OpenAI' },
  { counts: 'output_tokens', named: 'output_tokens', ownOf: namedInput, note: 'OpenAI, Anthropic' },
  {
    counts: 'output_tokens',
    named: '(output|completion|candidates|response)_token_count',
    note: 'Amazon Bedrock, Gemini',
  },
  { counts: 'input_tokens', named: '(billed_units|tokens)\\.input_tokens', note: 'Cohere' },
  { counts: 'output_tokens', named: '(billed_units|tokens)\\.output_tokens', note: 'Cohere' },
  { counts: 'input_tokens', named: 'num_(prompt|input)_tokens', note: 'relatives' },
  { counts: 'input_tokens', named: 'prompt_eval_count', note: 'Ollama, through proxies' },
  { counts: 'output_tokens', named: 'eval_count', note: 'Ollama, through proxies' },
  { counts: 'output_tokens', named: 'num_(completion|output)_tokens|(num_)?generated_tokens', note: 'relatives' },
  { counts: 'total_tokens', named: 'total_tokens', ownOf: [...namedPrompt, ...namedInput], note: 'OpenAI' },
  { counts: 'total_tokens', named: 'total_token_count', note: 'relatives of Amazon Bedrock' },
  { counts: 'total_tokens', named: '(num_)?tokens|token_count', note: 'relatives' },
  {
    counts: 'cached_input_tokens',
    named: `${inDetails}cached_tokens`,
    ownOf: ['chat_completions', 'responses'],
    note: 'OpenAI',
  },
  {
    counts: 'cached_input_tokens',
    named: 'cache_read_input_tokens',
    ownOf: ['messages'],
    note: 'Anthropic; Venice and Doubleword in chat',
  },
  { counts: 'cached_input_tokens', named: 'prompt_cache_hit_tokens', note: 'DeepSeek' },
  {
    counts: 'cached_input_tokens',
    named: `(${inDetails})?(num_|input_|prompt_)?cached(_input|_prompt|_content)?_token(s|_count)`,
    note: 'Moonshot, Together, Hugging Face (`cached_tokens`), Mistral (`num_cached_tokens`), Gemini',
  },
  {
    counts: 'cached_input_tokens',
    named: `(${inDetails})?(prompt_)?cache_(read|hit)(_input)?_token(s|_count)`,
    note: 'Amazon Bedrock (`cacheReadInputTokenCount`)',
  },
  { counts: 'cached_input_tokens', named: `${inDetails}(cache_read|cache_hit|cached)`, note: 'LangChain' },
  {
    counts: 'cache_write_tokens',
    named: `${inDetails}cache_write_tokens`,
    ownOf: ['chat_completions', 'responses'],
    note: 'OpenAI, OpenRouter',
  },
  {
    counts: 'cache_write_tokens',
    named: `(${inDetails})?cache_(creation|write)(_input)?_token(s|_count)`,
    ownOf: ['messages'],
    note: 'Anthropic, LiteLLM, Alibaba, Amazon Bedrock',
  },
  { counts: 'cache_write_tokens', named: `${inDetails}cache_(creation|write)`, note: 'LangChain' },
  { counts: 'cache_write_5m_tokens', named: livesFor('\\d+m'), note: 'Anthropic' },
  { counts: 'cache_write_1h_tokens', named: livesFor('\\dh'), note: 'Anthropic, LiteLLM' },
  { counts: 'cache_write_12h_tokens', named: livesFor('1\\dh'), note: 'OpenAI' },
  { counts: 'cache_write_24h_tokens', named: livesFor('[2-9]\\dh|\\d+d'), note: 'Doubleword' },
  { counts: 'audio_input_tokens', named: `${inDetails}audio_tokens`, note: 'OpenAI, Mistral' },
  { counts: 'audio_input_tokens', named: 'audio_(prompt|input)_tokens', note: 'Grok at Azure' },
  { counts: 'audio_input_tokens', named: '(prompt|input)_audio_tokens', note: 'relatives of the row above' },
  { counts: 'image_input_tokens', named: `${inDetails}image_tokens`, note: 'OpenAI, xAI' },
  { counts: 'image_input_tokens', named: '(prompt|input)_image_tokens|image_(prompt|input)_tokens', note: 'relatives' },
  { counts: 'citation_tokens', named: 'citation_tokens', note: 'Perplexity: sources, which are input' },
  {
    counts: 'citation_tokens',
    named: 'tool_use_prompt_token_count',
    note: 'Gemini: results of tools, which are input',
  },
  {
    counts: 'reasoning_tokens',
    named: `${outDetails}(reasoning|thinking|thoughts)(_output|_content)?_tokens`,
    note: 'OpenAI, Anthropic',
  },
  { counts: 'reasoning_tokens', named: '(reasoning|thinking)(_output|_content)?_token(s|_count)', note: 'Perplexity' },
  { counts: 'reasoning_tokens', named: 'thoughts_token(s|_count)', isBeside: true, note: 'Gemini: beside the output' },
  { counts: 'audio_output_tokens', named: `${outDetails}audio_tokens`, note: 'OpenAI' },
  {
    counts: 'audio_output_tokens',
    named: '(completion|output)_audio_tokens|audio_(completion|output)_tokens',
    note: 'relatives of the row above',
  },
  { counts: 'accepted_prediction_tokens', named: `${outDetails}accepted_prediction_tokens`, note: 'OpenAI' },
  { counts: 'rejected_prediction_tokens', named: `${outDetails}rejected_prediction_tokens`, note: 'OpenAI' },
  { counts: 'input_characters', named: '(input_)?(characters|character_count)', surfaces: sound, note: 'speech' },
  { counts: 'audio_seconds', named: 'seconds', surfaces: sound, note: 'OpenAI, OpenRouter' },
  { counts: 'audio_seconds', named: '(prompt|input)_audio_seconds', note: 'Mistral' },
  {
    counts: 'audio_seconds',
    named: '(audio_)?duration(_sec(ond)?s)?|audio_sec(ond)?s',
    surfaces: recordings,
    note: 'OpenAI, Venice, ElevenLabs, self-hosted Whisper',
  },
  {
    counts: 'audio_seconds',
    named: '((prompt|input)_)?(audio_)?(duration_)?minutes',
    surfaces: recordings,
    unitSeconds: 60,
    note: 'relatives of the rows above: 60 s each',
  },
  {
    counts: 'audio_seconds',
    named: 'audio_(duration_)?(ms|milliseconds)',
    surfaces: recordings,
    unitSeconds: 0.001,
    note: 'relatives of the rows above: a millisecond each',
  },
  { counts: 'web_searches', named: 'tool_usage\\.web_search\\.num_requests', ownOf: ['responses'], note: 'OpenAI' },
  {
    counts: 'web_searches',
    named: 'server_tool_use(_details)?\\.web_search_requests',
    ownOf: ['messages'],
    note: 'Anthropic, OpenRouter',
  },
  { counts: 'web_searches', named: 'server_side_tool_usage_details\\.web_search_calls', note: 'xAI' },
  { counts: 'web_searches', named: 'num_search_queries', note: 'Perplexity' },
  {
    counts: 'web_fetches',
    named: 'server_tool_use(_details)?\\.web_fetch_requests',
    ownOf: ['messages'],
    note: 'Anthropic',
  },
  { counts: null, named: '.*text_tokens|prompt_cache_miss_tokens', note: 'what the others leave of a total' },
  { counts: null, named: '.*(video|multimodal|document)_tokens', note: 'no price of its own: part of the input' },
  { counts: null, named: '(cache|tool_use_prompt)_tokens_details\\..*', note: 'Gemini: kinds of a part of the input' },
  { counts: null, named: `${outDetails}image_tokens`, note: 'no price of its own: part of the output' },
  { counts: null, named: `${outDetails}tool_output_tokens`, note: 'part of the output' },
  { counts: null, named: 'context_details\\..*', note: 'the size of the last reading, xAI' },
  { counts: null, named: '(draft|accepted_draft)_tokens.*', note: 'how the server writes faster' },
  { counts: null, named: '.*(cost|price|_usd_|credits).*', note: "the upstream's own price" },
  { counts: null, named: '.*(time|latency|duration|_ms|_per_sec).*', note: 'speed' },
  {
    counts: null,
    named: 'num_sources_used|num_server_side_tools_used|server_(side_)?tool_us(e|age)(_details)?\\..*|tool_usage\\..*',
    note: 'xAI, OpenAI, OpenRouter: tools without a fee here, or refused',
  },
];

/**
 * Where counters that are all zero say nothing beside a text. On other surfaces they are true: OpenAI counts some calls of
 * programs with the response that follows.
 */
export const zerosCountNothingOn: readonly string[] = ['chat_completions', 'messages', 'embeddings'];

/**
 * What counters mean that contradict each other. Input and output are what {@link counterNames} read; a total confirms a
 * meaning whose input and output sum to it. The first confirmed meaning holds, in this order. Where none is confirmed,
 * the last column holds: it charges no token twice and none for nothing.
 */
export const counterMeanings: readonly {
  readonly contradiction: string;
  readonly confirmed: string;
  readonly unconfirmed: string;
  readonly seenAt: string;
}[] = [
  {
    contradiction: 'another name of the counter',
    confirmed: 'the total is input + output by names that come later, in one of the meanings below',
    unconfirmed: 'never: the first name',
    seenAt: 'proxies that keep the counters of two servers',
  },
  {
    contradiction: 'reasoning beside the output',
    confirmed: 'the total is input + output + reasoning',
    unconfirmed: 'reasoning is above the output, and there is no usable total; for thoughts of Gemini always',
    seenAt: 'xAI chat; thoughts of Gemini',
  },
  {
    contradiction: 'audio beside the input',
    confirmed: 'the total is input + audio + output',
    unconfirmed: 'audio is above the input',
    seenAt: 'Mistral',
  },
  {
    contradiction: 'images beside the input',
    confirmed: 'the total is input + images + output',
    unconfirmed: 'images are above the input',
    seenAt: 'relatives of the row above',
  },
  {
    contradiction: 'audio beside the output',
    confirmed: 'the total is input + output + audio',
    unconfirmed: 'audio is above the output',
    seenAt: 'relatives of the rows above',
  },
  {
    contradiction: 'audio of the total beside the input',
    confirmed: '–',
    unconfirmed: 'the total is above all meanings and seconds of audio were read: the rest is audio input',
    seenAt: 'transcripts of Mistral',
  },
  {
    contradiction: 'citations beside the input',
    confirmed: 'the total is input + output, with or without citations',
    unconfirmed: 'always; reasoning above the output is then beside the output',
    seenAt: 'Perplexity; results of tools at Gemini',
  },
  {
    contradiction: 'cached and written tokens beside the input',
    confirmed: 'the total is input + cached + written + output, or with one of the two',
    unconfirmed: 'one of them is above the input, or the target has `cached_tokens: beside`',
    seenAt: 'Grok at Azure',
  },
  {
    contradiction: 'cached and written tokens within the input of a message',
    confirmed: 'the total is input + output',
    unconfirmed: 'never',
    seenAt: 'servers that translate chat',
  },
  {
    contradiction: 'reasoning above the output, where the total is input + output',
    confirmed: '–',
    unconfirmed: 'all output is reasoning',
    seenAt: 'Doubleword, OpenRouter',
  },
  {
    contradiction: 'a total above all meanings',
    confirmed: '–',
    unconfirmed: 'the rest is output; it is input if the input is 0',
    seenAt: "Gemini's compatible endpoint",
  },
  {
    contradiction: 'a total below input + output',
    confirmed: '–',
    unconfirmed: 'the total says nothing',
    seenAt: '–',
  },
  {
    contradiction: 'a total alone',
    confirmed: '–',
    unconfirmed:
      'input of embeddings; elsewhere the text tells how much of it is output, by an estimate; sound is charged by its length, as where its output alone is told',
    seenAt: 'Voyage',
  },
  {
    contradiction: '`iterations` of a message',
    confirmed: '–',
    unconfirmed:
      'they are the whole, and each is counted once; compactions alone are added to the counters above them. The larger input and the larger output hold. Each has its own context tier if they add up',
    seenAt: 'Anthropic: compactions, advisors, fallbacks',
  },
  {
    contradiction: 'zeros alone beside a text or vectors',
    confirmed: '–',
    unconfirmed: `an estimate in ${zerosCountNothingOn.join(', ')}; in responses nothing was used`,
    seenAt: 'OpenAI responses: calls of programs',
  },
  {
    contradiction: 'counters of several choices',
    confirmed: '–',
    unconfirmed: 'the input once and each output, but equal counters are those of the whole answer',
    seenAt: '–',
  },
];
