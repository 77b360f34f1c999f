import type { StreamCounts } from '../streams/stream-protocol.ts';
import { otherTextBytes } from '../answers/other-texts.ts';
import { chatTexts, textBytes } from './text.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import type { CounterOptions } from '../../domain/counters/read-counters.ts';
import { readAnswerCounters } from '../answers/answer-counters.ts';

/** A whole chat completion, as far as the gateway reads it. */
export interface ChatAnswer extends Pick<StreamCounts, 'reading' | 'serviceTier' | 'contentBytes'> {
  readonly object: JsonObjectText;
}

/** Reads an answer body; `null` when it is not one JSON object, by the same strict rules as for requests. */
export function readChatAnswer(bytes: Buffer, options?: CounterOptions): ChatAnswer | null {
  const object = scanJsonObject(bytes);
  if (object.kind === 'json_fault') return null;
  return {
    object,
    reading: readAnswerCounters(object, 'chat_completions', options),
    serviceTier: object.string('service_tier') ?? null,
    contentBytes: contentBytes(object),
  };
}

function contentBytes(object: JsonObjectText): number {
  const choices = object.member('choices');
  if (choices?.kind !== 'array') return 0;
  return object.elements(choices).reduce((sum, choice) => {
    if (choice.kind !== 'object') return sum;
    const holder = object.object(choice);
    const message = holder.nested('message');
    const known = message === undefined ? [] : chatTexts(message);
    return sum + (known.length > 0 ? textBytes(object.bytes, known) : otherTextBytes(holder));
  }, 0);
}
