import type { Answering, Restored } from './stages.ts';

/** Placeholders → the caller's text, in a whole answer and in a stream. Nothing to do where nothing was cast. */
export function restorePii(answering: Answering): Restored {
  const { conversation } = answering;
  if (conversation === null) {
    return { ...answering, restore: (body) => body, restorePiece: (piece) => piece };
  }
  return {
    ...answering,
    restore: (body) => conversation.restore(body),
    restorePiece: (piece) => {
      const restored = piece === null ? conversation.flush() : conversation.restorePiece(piece);
      return restored.length === 0 ? null : restored;
    },
  };
}
