// Responses and messages cite the files that their requests name, under the ids that this account knows.
import { isFields } from './ask.ts';
import type { Reply } from './surface.ts';

/** The answer with a citation of every file that the request names; `surface` is the name in the billing records. */
export function withCitedFiles(surface: string, body: Buffer, reply: Reply): Reply {
  const cited = { responses: citedInResponse, messages: citedInMessage }[surface];
  if (cited === undefined || reply.kind === 'refused' || !body.includes('"file_id"')) return reply;
  const files = namedIn(JSON.parse(body.toString()));
  if (files.length === 0) return reply;
  if (reply.kind === 'stream') return { ...reply, frames: reply.frames.map((frame) => cited(frame, files)) };
  return { ...reply, body: cited(reply.body.toString(), files) };
}

/** Every text under a member `file_id`, in the order of the request. */
function namedIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namedIn);
  if (!isFields(value)) return [];
  const own = typeof value['file_id'] === 'string' ? [value['file_id']] : [];
  return [...own, ...Object.values(value).flatMap(namedIn)];
}

function citedInResponse(text: string, files: readonly string[]): string {
  const cited = files.map((file_id, index) => ({ type: 'file_citation', file_id, filename: 'cited.txt', index }));
  return text.replaceAll('"annotations":[]', () => `"annotations":${JSON.stringify(cited)}`);
}

function citedInMessage(text: string, files: readonly string[]): string {
  const cited = files.map((file_id, document_index) => ({ type: 'char_location', document_index, file_id }));
  return text.replaceAll('{"type":"text",', () => `{"type":"text","citations":${JSON.stringify(cited)},`);
}
