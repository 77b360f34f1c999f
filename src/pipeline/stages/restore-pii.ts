import { CitedDocuments } from '../../personal-data/cited-documents.ts';
import { restoredBody } from '../../personal-data/restored-body.ts';
import type { TextRestorer } from '../../personal-data/text-restorer.ts';
import { wordlessError } from '../../personal-data/wordless-error.ts';
import { doneInTurns } from '../../ports/done-in-turns.ts';
import { sharerOf } from '../../limits/caller-limits.ts';
import type { Answering, Reworded } from '../records.ts';

/**
 * Replaces placeholders with the caller's text, if the surface declares texts: in a whole answer, a refusal and a
 * stream. Does nothing when nothing was cast.
 */
export function restorePii(answering: Answering): Reworded {
  const { conversation, surface } = answering;
  const sharer = sharerOf(answering.caller.key);
  const { texts } = surface;
  if (conversation === null || texts === undefined) {
    const asItIs = (bytes: Buffer): Buffer => bytes;
    return { ...answering, restore: asItIs, restoreRefusal: asItIs, textRestorer: null };
  }
  const words = withoutTextsInErrors(conversation);
  const restorer = { ...words, documents: new CitedDocuments(answering.documents, words) };
  const answer = { shape: texts.answer, citations: texts.citations?.answer };
  return {
    ...answering,
    restore: (body) => doneInTurns(restoredBody(answer, body, restorer), sharer),
    restoreRefusal: (body) => doneInTurns(restoredBody({ shape: texts.refusal }, body, restorer), sharer),
    textRestorer: restorer,
  };
}

/** Keeps texts out of the errors that it raises, because errors may be logged. */
function withoutTextsInErrors(restorer: TextRestorer): TextRestorer {
  const withoutTexts = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      throw wordlessError(error);
    }
  };
  return {
    restore: (text, ...more) => withoutTexts(() => restorer.restore(text, ...more)),
    numberOf: (text) => withoutTexts(() => restorer.numberOf(text)),
    ...(restorer.inAddresses !== undefined && { inAddresses: withoutTextsInErrors(restorer.inAddresses) }),
    ...(restorer.joinTexts !== undefined && { joinTexts: restorer.joinTexts }),
    openLane: (...more) => {
      const lane = withoutTexts(() => restorer.openLane(...more));
      return {
        push: (piece) => withoutTexts(() => lane.push(piece)),
        flush: () => withoutTexts(() => lane.flush()),
        get isHolding() {
          return lane.isHolding;
        },
      };
    },
  };
}
