import { speechFace, transcriptionsFace, translationsFace } from '../../protocols/audio/face.ts';
import { chatFace } from '../../protocols/chat/face.ts';
import { embeddingsFace } from '../../protocols/embeddings/face.ts';
import type { FormFace, JsonFace, SentForm } from '../../protocols/face.ts';
import { messagesFace } from '../../protocols/messages/face.ts';
import { responsesFace } from '../../protocols/responses/face.ts';
import type { InferenceRequest } from '../../protocols/inference-request.ts';
import { unknownLength } from '../../sound/recording-length.ts';

/** A surface whose answers can be tried. */
export interface TriedSurface {
  readonly name: string;
  /** Below the base URL of an upstream. */
  readonly path: string;
  /** Headers that the protocol demands. */
  readonly headers: Readonly<Record<string, string>>;
  /** Reads a request as the surface does. Raises `GatewayError` (400). */
  read(body: string): InferenceRequest;
  /** A request that any answer may belong to. */
  plain(isStreamed: boolean): string;
}

const jsonLimits = {
  depthMax: 1_000,
  membersCountMax: 10_000_000,
  elementsCountMax: 10_000_000,
  numbersCountMax: 100_000_000,
};

function jsonSurface(face: JsonFace, plain: (isStreamed: boolean) => object): TriedSurface {
  return {
    name: face.name,
    path: face.upstreamPath,
    headers: face.defaultHeaders ?? {},
    read: (body) => face.read(Buffer.from(body), { jsonLimits, createResponseId: () => 'resp_tried' }),
    plain: (isStreamed) => JSON.stringify(plain(isStreamed)),
  };
}

/** The file of a recorded form is not there: its length is unknown. */
function formSurface({ name, upstreamPath: path, readForm }: FormFace): TriedSurface {
  return {
    name,
    path,
    headers: {},
    read: (fields) => readForm(sentForm(JSON.parse(fields) as Readonly<Record<string, unknown>>)),
    plain: (isStreamed) => JSON.stringify({ model: 'm', ...(isStreamed && { stream: true }) }),
  };
}

function sentForm(fields: Readonly<Record<string, unknown>>): SentForm {
  return {
    texts: (name) => {
      const value = fields[name];
      return typeof value === 'string' ? [value] : value === true ? ['true'] : [];
    },
    file: () => ({ bytes: 1 }),
    length: unknownLength,
    written: () => ({ bytes: 0, open: () => (async function* () {})() }),
  };
}

const user = [{ role: 'user', content: 'hi' }];
const surfaces: readonly TriedSurface[] = [
  jsonSurface(chatFace, (stream) => ({
    model: 'm',
    messages: user,
    ...(stream && { stream, stream_options: { include_usage: true } }),
  })),
  jsonSurface(responsesFace, (stream) => ({ model: 'm', input: 'hi', stream })),
  jsonSurface(messagesFace, (stream) => ({ model: 'm', max_tokens: 1_000, messages: user, stream })),
  jsonSurface(embeddingsFace, () => ({ model: 'm', input: 'hi' })),
  jsonSurface(speechFace, (stream) => ({
    model: 'm',
    input: 'hi',
    voice: 'a',
    ...(stream && { stream_format: 'sse' }),
  })),
  formSurface(transcriptionsFace),
  formSurface(translationsFace),
];

/** Short names that recordings use. */
const shortNames: Readonly<Record<string, string>> = {
  chat: 'chat_completions',
  speech: 'audio_speech',
  transcriptions: 'audio_transcriptions',
  translations: 'audio_translations',
};

/** The surface of a name as in configuration, or of a short one; `null`: there is none. */
export function triedSurface(name: string): TriedSurface | null {
  const full = shortNames[name] ?? name;
  return surfaces.find((surface) => surface.name === full) ?? null;
}

export const triedSurfaceNames: readonly string[] = surfaces.map(({ name }) => name);
