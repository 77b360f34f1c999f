import { createAudioStreamReader, type AudioStreamReader } from './stream.ts';
import type { TokenUsage } from '../../domain/usage.ts';
import type { GatewayError } from '../../errors.ts';
import type { StreamReader } from '../answers/stream-reader.ts';
import { openaiErrorBody } from '../answers/openai-error.ts';

/** The events of speech and of transcripts, for the pipeline. `usageOf` is what is known of the cost so far. */
export function readAudioEvents(
  recordBytesMax: number,
  usageOf: (reader: AudioStreamReader) => TokenUsage | null,
): StreamReader {
  const reader = createAudioStreamReader({ recordBytesMax });
  return {
    push: (piece) => reader.push(piece),
    finish: () => reader.end(),
    get isDone() {
      return reader.isDone;
    },
    get isOver() {
      return reader.isOver;
    },
    get isComplete() {
      return reader.isDone;
    },
    get hasError() {
      return reader.hasError;
    },
    get usage() {
      return usageOf(reader);
    },
    serviceTier: null,
    get contentBytes() {
      return reader.contentBytes;
    },
    get doneRecord() {
      return reader.doneRecord;
    },
    errorRecord: audioErrorRecord,
  };
}

/** As the official client reads it: a record whose data holds `error`. */
function audioErrorRecord(error: GatewayError): Buffer {
  return Buffer.from(`data: ${JSON.stringify(openaiErrorBody(error))}\n\n`);
}
