// Reads a multipart form that is held whole. Written for the sandbox alone, so that it finds what others get wrong.
import { RefusedAsk } from './ask.ts';

export interface Part {
  readonly name: string;
  /** Null for a field. */
  readonly fileName: string | null;
  readonly contentType: string | null;
  readonly content: Buffer;
}

const BLANK_LINE = '\r\n\r\n';

const malformed = (what: string): RefusedAsk =>
  new RefusedAsk({ message: `The form is malformed: ${what}.`, code: 'malformed_form', param: null }, null);

const parameterOf = (header: string, name: string): string | null =>
  new RegExp(`;\\s*${name}="([^"]*)"`, 'i').exec(header)?.[1] ?? null;

function readPart(bytes: Buffer): Part {
  const blank = bytes.indexOf(BLANK_LINE);
  if (blank < 0) throw malformed('a part without a blank line');
  const lines = bytes.toString('utf8', 0, blank).split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.split(':', 1)[0]?.toLowerCase(), line.slice(line.indexOf(':') + 1)]),
  );
  const disposition = headers.get('content-disposition') ?? '';
  const name = parameterOf(disposition, 'name');
  if (name === null) throw malformed('a part without a name');
  return {
    name,
    fileName: parameterOf(disposition, 'filename'),
    contentType: headers.get('content-type')?.trim() ?? null,
    content: bytes.subarray(blank + BLANK_LINE.length),
  };
}

/** The parts in their order. Raises {@link RefusedAsk}. */
export function readParts(body: Buffer, contentType: string): readonly Part[] {
  const boundary = /^multipart\/form-data;\s*boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) throw malformed('no boundary');
  const mark = `--${boundary}`;
  if (body.indexOf(mark) !== 0) throw malformed('it does not begin with its boundary');
  const parts: Part[] = [];
  let at = mark.length;
  while (body.toString('latin1', at, at + 2) === '\r\n') {
    const end = body.indexOf(`\r\n${mark}`, at);
    if (end < 0) throw malformed('no last boundary');
    parts.push(readPart(body.subarray(at + 2, end)));
    at = end + 2 + mark.length;
  }
  if (body.toString('latin1', at, at + 2) !== '--') throw malformed('no last boundary');
  return parts;
}

/** The fields as an object, a repeated name as a list; without the files. */
export function fieldsOf(parts: readonly Part[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const { name, fileName, content } of parts) {
    if (fileName !== null) continue;
    const earlier = fields[name];
    const value = content.toString();
    fields[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  return fields;
}
