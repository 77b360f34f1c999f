import { answerLabels } from './answer-labels.ts';
import { deliverBytes, type DeliverBytesDeps } from './deliver-bytes.ts';
import { deliverStream, type DeliverStreamDeps } from './deliver-stream.ts';
import { deliverWhole, type DeliverWholeDeps } from './deliver-whole.ts';
import type { StreamReading } from '../../protocols/inference-request.ts';
import type { Answered, Noted } from '../records.ts';

export type DeliverDeps = DeliverBytesDeps & DeliverStreamDeps & DeliverWholeDeps;

/** Passes an answer on in its form: stream, bytes or whole. Raises only failures from before anything was passed on. */
export function deliver(noted: Noted, deps: DeliverDeps): Promise<Answered> {
  const { stream, unstreamed } = noted.request.answers;
  if (stream !== null && isStreamed(stream, noted)) return deliverStream(noted, stream, deps);
  if (unstreamed.form === 'bytes') return deliverBytes(noted, unstreamed, deps);
  return deliverWhole(noted, unstreamed, deps);
}

function isStreamed({ isOptional }: StreamReading, { answer }: Noted): boolean {
  return !isOptional || answerLabels.stream.test(answer.headers['content-type'] ?? '');
}
