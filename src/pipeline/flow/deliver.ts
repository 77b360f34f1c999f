import { deliverBytes } from '../deliver-bytes.ts';
import { deliverStream } from '../deliver-stream.ts';
import { deliverWhole } from '../deliver-whole.ts';
import type { StreamReading } from '../../protocols/inference-request.ts';
import type { Answered, Noted } from '../stages.ts';
import type { PipelineDeps } from './pipeline-deps.ts';

/** Passes an answer on in its form: stream, bytes or whole. Raises only failures from before anything was passed on. */
export function deliver(restored: Noted, deps: PipelineDeps): Promise<Answered> {
  const { stream, unstreamed } = restored.request.answers;
  if (stream !== null && isStreamed(stream, restored)) return deliverStream(restored, stream, deps);
  if (unstreamed.form === 'bytes') return deliverBytes(restored, unstreamed, deps);
  return deliverWhole(restored, unstreamed, deps);
}

function isStreamed({ isOptional }: StreamReading, { answer: { headers } }: Noted): boolean {
  return !isOptional || /^text\/event-stream\b/i.test(headers['content-type'] ?? '');
}
