import type { UsageReading } from '../domain/usage.ts';
import { speechFace, transcriptionsFace, translationsFace } from './audio/face.ts';
import { chatFace } from './chat/face.ts';
import { embeddingsFace } from './embeddings/face.ts';
import type { Face } from './face.ts';
import { messagesFace } from './messages/face.ts';
import { responsesFace } from './responses/face.ts';
import { systemOneFace } from './systemone/face.ts';

/** Every surface on which an inference can be asked for. A new protocol is a room and its line here. */
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

/** As they stand in configuration. */
export const surfaceNames: readonly SurfaceName[] = faces.map(({ name }) => name);

const byName: ReadonlyMap<string, Face> = new Map(faces.map((face) => [face.name, face]));

/** Reads a parsed `usage` value of a surface; `null` when nothing can be learnt from it. */
export function readSurfaceUsage(surface: string, usageJson: unknown): UsageReading | null {
  return byName.get(surface)?.readUsage(usageJson) ?? null;
}

/** How a request costs less. `unknown`: the member for which the whole work of the model is held; `null`: there is none. */
export function lessWorkAdvice(surface: string, unknown: string | null): string {
  return unknown === null ? (byName.get(surface)?.lessWork ?? 'Send less') : `Leave out \`${unknown}\``;
}
