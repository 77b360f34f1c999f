import { millisecondsOf, readAudioUsage } from './usage.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import { noUsage, type Usage } from '../../domain/usage.ts';

/**
 * What a whole transcript in JSON cost: the counters of `usage`, and the time in it or in `duration`. `usage` is `null`
 * when it has neither; the result is `null` when the answer is no transcript. The text itself is never decoded.
 */
export function readTranscriptionAnswer(bytes: Buffer): { readonly usage: Usage | null } | null {
  const object = scanJsonObject(bytes);
  if (object.kind === 'json_fault' || object.member('text')?.kind !== 'string') return null;
  const usageMember = object.member('usage');
  const reported = usageMember?.kind === 'object' ? (readAudioUsage(object.value(usageMember))?.usage ?? null) : null;
  const lengthMember = object.member('duration');
  const length = lengthMember?.kind === 'number' ? millisecondsOf(Number(object.text(lengthMember))) : null;
  if (reported === null && length === null) return { usage: null };
  const counted = reported ?? noUsage;
  return { usage: { ...counted, audio_milliseconds: counted.audio_milliseconds || (length ?? 0) } };
}
