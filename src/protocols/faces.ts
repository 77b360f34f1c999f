import { speechFace, transcriptionsFace, translationsFace } from './audio/face.ts';
import type { TextMap } from '../personal-data/text-map.ts';
import { chatFace } from './chat/face.ts';
import { embeddingsFace } from './embeddings/face.ts';
import type { Face } from './face.ts';
import { messagesFace } from './messages/face.ts';
import { responsesFace } from './responses/face.ts';
import { systemOneFace } from './systemone/face.ts';

/** Every surface of inferences. A new protocol is a room and a line here. */
const faces = [
  chatFace,
  responsesFace,
  messagesFace,
  embeddingsFace,
  systemOneFace,
  speechFace,
  transcriptionsFace,
  translationsFace,
] as const satisfies readonly Face[];

export type SurfaceName = (typeof faces)[number]['name'];

/** The names as in configuration. */
export const surfaceNames: readonly SurfaceName[] = faces.map(({ name }) => name);

const byName: ReadonlyMap<string, Face> = new Map(faces.map((face) => [face.name, face]));

/** The map of texts of a surface. */
export function textsOfSurface(name: string): TextMap {
  const face = byName.get(name);
  if (face === undefined) throw new RangeError('no surface has this name');
  return face.texts;
}

/** A surface with this map of texts. */
export function surfaceOfTexts(map: TextMap): string {
  const face = faces.find(({ texts }) => texts === map);
  if (face === undefined) throw new RangeError('no surface has this map of texts');
  return face.name;
}

/**
 * How a request can cost less. `unknown`: the member because of which the most work of the model is held; `null`: none.
 */
export function lessWorkAdvice(surface: string, unknown: string | null): string {
  return unknown === null ? (byName.get(surface)?.lessWork ?? 'Send less') : `Leave out \`${unknown}\``;
}
