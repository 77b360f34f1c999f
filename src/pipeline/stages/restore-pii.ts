import { withDocuments } from '../../personal-data/with-documents.ts';
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
  const { restorer } = conversation;
  return {
    ...answering,
    restore: (body) => conversation.restore({ map, part: 'answer', body, documents }),
    restoreRefusal: (body) => conversation.restore({ map, part: 'refusal', body, documents }),
    textRestorer: withDocuments(restorer, documents),
  };
}
