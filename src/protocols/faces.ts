import { speechFace, transcriptionsFace, translationsFace } from './audio/face.ts';
import type { TextMap } from '../personal-data/text-map.ts';
import { chatFace } from './chat/face.ts';
import { embeddingsFace } from './embeddings/face.ts';
import type { Face } from './face.ts';
import { messagesFace } from './messages/face.ts';
import { responsesFace } from './responses/face.ts';
import type { SurfaceName } from './surface-names.ts';
import { systemOneFace } from './systemone/face.ts';

/** Every surface of inferences. A new protocol is a room, a name and a line here. */
const faces: { readonly [name in SurfaceName]: Face & { readonly name: name } } = {
  chat_completions: chatFace,
  responses: responsesFace,
  messages: messagesFace,
  embeddings: embeddingsFace,
  systemone: systemOneFace,
  audio_speech: speechFace,
  audio_transcriptions: transcriptionsFace,
  audio_translations: translationsFace,
};

const byName: ReadonlyMap<string, Face> = new Map(Object.entries(faces));

/** The map of texts of a surface. */
export function textsOfSurface(name: string): TextMap {
  const face = byName.get(name);
  if (face === undefined) throw new RangeError('no surface has this name');
  return face.texts;
}

/** A surface with this map of texts. */
export function surfaceOfTexts(map: TextMap): string {
  const face = byName.values().find(({ texts }) => texts === map);
  if (face === undefined) throw new RangeError('no surface has this map of texts');
  return face.name;
}

/**
 * How a request can cost less. `unknown`: the member because of which the most work of the model is held; `null`: none.
 */
export function lessWorkAdvice(surface: string, unknown: string | null): string {
  return unknown === null ? (byName.get(surface)?.lessWork ?? 'Send less') : `Leave out \`${unknown}\``;
}
