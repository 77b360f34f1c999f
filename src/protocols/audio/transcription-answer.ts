import { scanJsonObject } from '../../wire/json-text.ts';
import { readAnswerCounters, type CounterReading } from '../answers/answer-counters.ts';

/**
 * How the counters and the time of a whole transcript in JSON were read; `reading` is `null` when it has neither. The
 * result is `null` when the answer is no transcript. The text itself is never decoded.
 */
export function readTranscriptionAnswer(bytes: Buffer): { readonly reading: CounterReading | null } | null {
  const object = scanJsonObject(bytes);
  if (object.kind === 'json_fault' || object.member('text')?.kind !== 'string') return null;
  return { reading: readAnswerCounters(object, 'audio_transcriptions') };
}
