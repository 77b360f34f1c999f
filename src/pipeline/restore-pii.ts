import { restoredBody } from '../personal-data/restored-body.ts';
import type { Answering, Reworded } from './stages.ts';

/**
 * Placeholders → the caller's text, where the surface declares texts: in a whole answer, a refusal and a stream. Nothing
 * to do where nothing was cast.
 */
export function restorePii(answering: Answering): Reworded {
  const { conversation: restorer, surface } = answering;
  const { texts } = surface;
  if (restorer === null || texts === undefined) {
    const asItIs = (bytes: Buffer): Buffer => bytes;
    return { ...answering, restore: asItIs, restoreRefusal: asItIs, textRestorer: null };
  }
  return {
    ...answering,
    restore: (body) => restoredBody(texts.answer, body, restorer),
    restoreRefusal: (body) => restoredBody(texts.refusal, body, restorer),
    textRestorer: restorer,
  };
}
