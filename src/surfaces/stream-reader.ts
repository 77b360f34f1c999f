import type { StreamReader } from '../pipeline/stages.ts';

/** What every rewriter of a stream tells alike; the rest is each protocol's own. */
type Told = Pick<StreamReader, 'isDone' | 'hasError' | 'usage' | 'serviceTier' | 'contentBytes' | 'toolUses'> & {
  /** What came is no record of the protocol: nothing is read any more. */
  readonly isBroken: boolean;
  end(): Buffer | null;
};

/** What a protocol says of its own stream. Asked anew at each look. */
export interface OwnReading {
  push(piece: Buffer): Buffer | null;
  isComplete(): boolean;
  doneRecord(): Buffer | null;
  keepable?(): StreamReader['keepable'];
  readonly errorRecord: StreamReader['errorRecord'];
}

/** A rewriter of a stream as the pipeline reads it. */
export function streamReader(stream: Told, own: OwnReading): StreamReader {
  return {
    push: (piece) => own.push(piece),
    finish: () => stream.end(),
    get isDone() {
      return stream.isDone;
    },
    get isOver() {
      return stream.isDone || stream.hasError || stream.isBroken;
    },
    get isComplete() {
      return own.isComplete();
    },
    get hasError() {
      return stream.hasError;
    },
    get usage() {
      return stream.usage;
    },
    get serviceTier() {
      return stream.serviceTier;
    },
    get contentBytes() {
      return stream.contentBytes;
    },
    get toolUses() {
      return stream.toolUses;
    },
    get doneRecord() {
      return own.doneRecord();
    },
    get keepable() {
      return own.keepable?.() ?? null;
    },
    errorRecord: own.errorRecord,
  };
}
