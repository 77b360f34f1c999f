import { restoredBody } from '../personal-data/restored-body.ts';
import { restoredRecords, RestoredStream } from '../personal-data/restored-stream.ts';
import type { Answering, Reworded } from './stages.ts';

export interface RestorePiiDeps {
  /** Largest single record of a stream, bytes. */
  readonly sseRecordBytesMax: number;
}

/** A surface makes records larger than its upstream's, but never so much. */
const growthMax = 2;

/**
 * Placeholders → the caller's text, where the surface declares texts: in a whole answer, a refusal and a stream. Nothing
 * to do where nothing was cast.
 */
export function restorePii(answering: Answering, { sseRecordBytesMax }: RestorePiiDeps): Reworded {
  const { conversation: restorer, surface } = answering;
  const { texts } = surface;
  if (restorer === null || texts === undefined) {
    const asItIs = (bytes: Buffer): Buffer => bytes;
    return {
      ...answering,
      restore: asItIs,
      restoreRefusal: asItIs,
      restorePiece: (piece) => piece,
      restoreRecord: asItIs,
    };
  }
  const stream = new RestoredStream({ texts, restorer, recordBytesMax: sseRecordBytesMax * growthMax });
  return {
    ...answering,
    restore: (body) => restoredBody(texts.answer, body, restorer),
    restoreRefusal: (body) => restoredBody(texts.refusal, body, restorer),
    restorePiece: (piece) => (piece === null ? stream.flush() : stream.push(piece)),
    restoreRecord: (record) => restoredRecords(record, { texts, restorer }),
  };
}
