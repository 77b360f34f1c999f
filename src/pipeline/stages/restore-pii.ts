import { CitedDocuments } from '../../personal-data/cited-documents.ts';
import type { TextRestorer } from '../../personal-data/text-restorer.ts';
import { wordlessError } from '../../personal-data/wordless-error.ts';
import type { Answering, Reworded } from '../records.ts';

/**
 * Replaces placeholders with the caller's text, if the surface declares texts: in a whole answer, a refusal and a
 * stream. Does nothing when nothing was cast.
 */
export function restorePii(answering: Answering): Reworded {
  const { conversation, documents, surface } = answering;
  const { texts: map } = surface;
  if (conversation === null || map === undefined) {
    return { ...answering, restore: null, restoreRefusal: null, textRestorer: null };
  }
  const words = withoutTextsInErrors(conversation.restorer);
  const restored = async (part: 'answer' | 'refusal', body: Buffer): Promise<Buffer> => {
    try {
      return await conversation.restore({ map, part, body, documents });
    } catch (error) {
      throw wordlessError(error);
    }
  };
  return {
    ...answering,
    restore: (body) => restored('answer', body),
    restoreRefusal: (body) => restored('refusal', body),
    textRestorer: { ...words, documents: new CitedDocuments(documents, words) },
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
    ...(restorer.crossing !== undefined && { crossing: restorer.crossing }),
    ...(restorer.id !== undefined && { id: restorer.id }),
    openLane: (...more) => {
      const lane = withoutTexts(() => restorer.openLane(...more));
      return {
        push: (piece) => withoutTexts(() => lane.push(piece)),
        flush: () => withoutTexts(() => lane.flush()),
        get isHolding() {
          return lane.isHolding;
        },
        get held() {
          return lane.held ?? '';
        },
      };
    },
  };
}
