import { decodedLength, type JsonObjectText, type JsonSpan } from '../../wire/json-object-text.ts';

/**
 * The generated texts of a chat `message` or `delta`: content, refusal, reasoning (under either of its names, once),
 * names and arguments of calls, and the transcript of audio. Envelope fields and audio data are not text.
 */
export function chatTexts(message: JsonObjectText): readonly JsonSpan[] {
  const texts: JsonSpan[] = [];
  addStrings(texts, message, 'content', 'refusal');
  const reasoning = message.member('reasoning_content') ?? message.member('reasoning');
  if (reasoning?.kind === 'string') texts.push(reasoning);
  addStrings(texts, message.nested('function_call'), 'name', 'arguments');
  addStrings(texts, message.nested('audio'), 'transcript');
  const calls = message.member('tool_calls');
  if (calls?.kind !== 'array') return texts;
  for (const call of message.elements(calls)) {
    if (call.kind !== 'object') continue;
    const object = message.object(call);
    addStrings(texts, object.nested('function'), 'name', 'arguments');
    addStrings(texts, object.nested('custom'), 'name', 'input');
  }
  return texts;
}

/** UTF-8 bytes of the texts, after unescaping. */
export function textBytes(bytes: Buffer, texts: readonly JsonSpan[]): number {
  return texts.reduce((sum, text) => sum + decodedLength(bytes, text.valueStart + 1, text.valueEnd - 1), 0);
}

function addStrings(texts: JsonSpan[], object: JsonObjectText | undefined, ...keys: readonly string[]): void {
  if (object === undefined) return;
  for (const key of keys) {
    const member = object.member(key);
    if (member?.kind === 'string') texts.push(member);
  }
}
