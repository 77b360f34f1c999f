import { noUsage } from '../../domain/usage.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import type { WholeAnswer } from './whole-answer.ts';

/** The answer to a count of input tokens, unchanged: it names no model. `null`: it is none. */
export function readTokenCount(body: Buffer): WholeAnswer | null {
  const object = scanJsonObject(body);
  if (object.kind === 'json_fault' || object.member('input_tokens')?.kind !== 'number') return null;
  return { body, usage: noUsage, reading: null, serviceTier: null, contentBytes: 0 };
}
