import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import { readAnswerCounters, type CounterReading } from '../answers/answer-counters.ts';

/** A whole answer with embeddings, as far as the gateway reads it. No vector is decoded. */
export interface EmbeddingsAnswer {
  readonly object: JsonObjectText;
  /** The upstream's counters; `null` when there are none that can be read. */
  readonly reading: CounterReading | null;
  /** Bytes of `data`: any at all show that the work was done. */
  readonly dataBytes: number;
}

/** Reads an answer body by the strict rules of requests; `null` when it is not one JSON object with `data`. */
export function readEmbeddingsAnswer(bytes: Buffer): EmbeddingsAnswer | null {
  const object = scanJsonObject(bytes);
  if (object.kind === 'json_fault') return null;
  const data = object.member('data');
  if (data?.kind !== 'array') return null;
  return {
    object,
    reading: readAnswerCounters(object, 'embeddings'),
    dataBytes: data.valueEnd - data.valueStart,
  };
}
