// /v1/files in both dialects: keeps uploads in memory for one account, and knows nothing of who owns them.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { anthropicError } from './anthropic-error.ts';
import { RefusedAsk } from './ask.ts';
import { fieldsOf, readParts } from './multipart.ts';
import type { Part } from './multipart.ts';
import { openaiError } from './openai-error.ts';
import { readBody } from './read-body.ts';
import { isAuthorised } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';
import type { Fault } from './surface.ts';

const FILES_MAX = 1_000;
const PAGE_FILES = 100;
/** Purposes of which a file is checked after its upload. */
const CHECKED_LATER = new Set(['batch', 'fine-tune']);
const DEFAULT_TYPE = 'application/octet-stream';

interface Told {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
}

const ok = (value: unknown): Told => ({ status: 200, type: 'application/json', body: JSON.stringify(value) });

const isAnthropic = ({ headers }: IncomingMessage): boolean => headers['anthropic-version'] !== undefined;

const failed = (request: IncomingMessage, fault: Fault): Told => ({
  status: fault.status,
  type: 'application/json',
  body: isAnthropic(request) ? anthropicError(fault) : openaiError(fault),
});

const notFound = (id: string): Fault => ({ status: 404, message: `No such file: ${id}`, code: null, param: 'id' });

function recordOf(request: IncomingMessage, id: string, file: Part, fields: Readonly<Record<string, unknown>>): object {
  const filename = file.fileName ?? '';
  if (isAnthropic(request)) {
    const created_at = new Date().toISOString();
    const mime_type = file.contentType ?? DEFAULT_TYPE;
    return { id, type: 'file', filename, mime_type, size_bytes: file.content.length, created_at, downloadable: true };
  }
  const { purpose } = fields;
  const status = CHECKED_LATER.has(String(purpose)) ? 'uploaded' : 'processed';
  const created_at = Math.floor(Date.now() / 1_000);
  const expiry = fields['expires_after[seconds]'];
  const expires_at = typeof expiry === 'string' ? created_at + Number(expiry) : undefined;
  return { id, object: 'file', bytes: file.content.length, created_at, filename, purpose, status, expires_at };
}

/** What is asked for after its upload has been checked by then. */
const asProcessed = (record: object): object => ('status' in record ? { ...record, status: 'processed' } : record);

function take(sandbox: Sandbox, request: IncomingMessage, body: Buffer): Told {
  const parts = readParts(body, request.headers['content-type'] ?? '');
  const file = parts.find(({ name, fileName }) => name === 'file' && fileName !== null);
  const fields = fieldsOf(parts);
  const refused = (message: string, param: string) => new RefusedAsk({ message, code: 'invalid_value', param }, null);
  if (file === undefined) throw refused('"file" is required.', 'file');
  if (!isAnthropic(request) && typeof fields['purpose'] !== 'string')
    throw refused('"purpose" is required.', 'purpose');
  if (sandbox.files.size >= FILES_MAX) throw refused(`At most ${FILES_MAX} files.`, 'file');
  const id = `${isAnthropic(request) ? 'file_' : 'file-'}sandbox${sandbox.fileIds.next().value}`;
  const record = recordOf(request, id, file, fields);
  sandbox.files.set(id, { record, type: file.contentType ?? DEFAULT_TYPE, content: Buffer.from(file.content) });
  return ok(record);
}

/** The newest first, of the one protocol only, in pages. */
function list(sandbox: Sandbox, request: IncomingMessage): Told {
  const query = new URL(request.url ?? '', 'http://sandbox').searchParams;
  const [prefix, cursor] = isAnthropic(request) ? ['file_', 'after_id'] : ['file-', 'after'];
  const ids = [...sandbox.files.keys()].filter((id) => id.startsWith(prefix)).toReversed();
  const after = query.get(cursor);
  const rest = after === null ? ids : ids.slice(ids.indexOf(after) + 1);
  const page = rest.slice(0, Number(query.get('limit') ?? PAGE_FILES));
  return ok({
    object: 'list',
    data: page.map((id) => asProcessed(sandbox.files.get(id)?.record ?? {})),
    has_more: page.length < rest.length,
    first_id: page[0] ?? null,
    last_id: page.at(-1) ?? null,
  });
}

function tell(sandbox: Sandbox, request: IncomingMessage, path: string, body: Buffer): Told {
  const [id = '', rest] = path.slice('/v1/files/'.length).split('/');
  if (path === '/v1/files') {
    if (request.method === 'POST') return take(sandbox, request, body);
    return list(sandbox, request);
  }
  const file = sandbox.files.get(id);
  if (file === undefined) return failed(request, notFound(id));
  if (request.method === 'DELETE') {
    sandbox.files.delete(id);
    return ok(isAnthropic(request) ? { id, type: 'file_deleted' } : { id, object: 'file', deleted: true });
  }
  return rest === 'content' ? { status: 200, type: file.type, body: file.content } : ok(asProcessed(file.record));
}

const MISBEHAVIOURS = ['400', '429', '500', '503'] as const;

function answerTo(sandbox: Sandbox, request: IncomingMessage, path: string, body: Buffer): Told | 'reset' {
  const { behaviours } = sandbox.misbehaviours.take();
  if (behaviours.has('reset_before_first_byte_uncharged')) return 'reset';
  const status = MISBEHAVIOURS.find((name) => behaviours.has(name));
  const fault = { message: 'The sandbox keeps no files for now.', code: null, param: null };
  if (status !== undefined) return failed(request, { ...fault, status: Number(status) });
  try {
    const told = tell(sandbox, request, path, body);
    return behaviours.has('reset_before_first_byte') ? 'reset' : told;
  } catch (error) {
    if (error instanceof RefusedAsk) return failed(request, error.fault);
    throw error;
  }
}

/** Whether a path is about files. */
export const isAboutFiles = (path: string): boolean => path === '/v1/files' || path.startsWith('/v1/files/');

/** Answers a request about files; none of them comes into the billing records. */
export function files(sandbox: Sandbox, request: IncomingMessage, response: ServerResponse): void {
  const [path = ''] = (request.url ?? '').split('?');
  readBody(request, (body) => {
    if (body === 'broken_off') return;
    if (body !== 'too_large') sandbox.record?.add(request, body);
    const unauthorised = { status: 401, message: 'Incorrect API key provided.', code: 'invalid_api_key', param: null };
    const tooLarge = { status: 413, message: 'The body is too large.', code: null, param: null };
    const answered = (): Told | 'reset' => {
      if (!isAuthorised(sandbox, request)) return failed(request, unauthorised);
      return body === 'too_large' ? failed(request, tooLarge) : answerTo(sandbox, request, path, body);
    };
    const told = answered();
    if (told === 'reset') {
      request.socket.resetAndDestroy();
      return;
    }
    response.writeHead(told.status, { 'content-type': told.type, 'content-length': Buffer.byteLength(told.body) });
    response.end(told.body);
  });
}
