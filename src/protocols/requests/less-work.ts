/** How a caller makes a request cost less at most, by surface: what limits its output, where anything does, and its input. */
const advice: Readonly<Record<string, string>> = {
  chat_completions: 'Lower `max_tokens` and `n`, or shorten the input',
  messages: 'Lower `max_tokens`, or shorten the input',
  responses: 'Lower `max_output_tokens`, or shorten the input',
  embeddings: 'Send fewer or shorter texts',
  systemone: 'Ask fewer questions, or shorten the state',
  audio_speech: 'Send a shorter text',
  audio_transcriptions: 'Use a model that takes no recordings as long as this one does',
  audio_translations: 'Use a model that takes no recordings as long as this one does',
};

/** `unknown` is the member for which the whole work of the model is held; `null`: there is none. */
export function lessWorkAdvice(surface: string, unknown: string | null): string {
  return unknown === null ? (advice[surface] ?? 'Send less') : `Leave out \`${unknown}\``;
}
