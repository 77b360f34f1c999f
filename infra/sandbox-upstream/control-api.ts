// Everything that is not a surface: health, models, the billing records, the recorded requests, the queue of misbehaviours.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CREATED_S } from './chat-wire.ts';
import { UnknownDirective } from './misbehaviour.ts';
import { openaiError } from './openai-error.ts';
import { readBody } from './read-body.ts';
import { isAuthorised } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';

const MODELS = ['sandbox-small', 'sandbox-medium', 'sandbox-large'];
const BILLING_RECORDS_PATH = '/v1/sandbox/billing-records/';
const MODELS_PATH = '/v1/models/';

interface Told {
  readonly status: number;
  readonly body: string;
}

const ok = (value: unknown): Told => ({ status: 200, body: JSON.stringify(value) });

const failed = (status: number, message: string, code: string | null): Told => ({
  status,
  body: openaiError({ status, message, code, param: null }),
});

const invalidKey = (): Told => failed(401, 'Incorrect API key provided.', 'invalid_api_key');

function send(response: ServerResponse, told: Told): void {
  response.writeHead(told.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(told.body),
  });
  response.end(told.body);
}

const modelOf = (id: string): object => ({ id, object: 'model', created: CREATED_S, owned_by: 'sandbox' });

/** The last segment of a path as it was meant; undecodable ones name nothing. */
function segment(path: string, prefix: string): string {
  try {
    return decodeURIComponent(path.slice(prefix.length));
  } catch {
    return '';
  }
}

function tellV1(sandbox: Sandbox, request: IncomingMessage, path: string): Told {
  if (!isAuthorised(sandbox, request)) return invalidKey();
  if (path === '/v1/models') return ok({ object: 'list', data: MODELS.map(modelOf) });
  if (path.startsWith(BILLING_RECORDS_PATH)) {
    const found = sandbox.billingRecords.lookUp(segment(path, BILLING_RECORDS_PATH));
    return found === null ? failed(404, 'No request carried this reservation id.', 'never_seen') : ok(found);
  }
  if (path.startsWith(MODELS_PATH)) {
    const id = segment(path, MODELS_PATH);
    return id.startsWith('sandbox-') ? ok(modelOf(id)) : failed(404, 'No such model.', 'model_not_found');
  }
  return failed(404, 'No such path.', null);
}

function queue(sandbox: Sandbox, text: string): Told {
  try {
    const read: unknown = JSON.parse(text);
    const { behaviour, times = 1 } = read as { behaviour?: unknown; times?: unknown };
    sandbox.misbehaviours.add(String(behaviour), Number(times));
    return ok({ waiting: sandbox.misbehaviours.waiting });
  } catch (error) {
    const known = error instanceof UnknownDirective;
    return failed(400, known ? error.message : 'The body is {"behaviour": "...", "times": 1}.', null);
  }
}

function tellControl(sandbox: Sandbox, call: string): Told | null {
  switch (call) {
    case 'GET /health':
      return ok({ status: 'ok' });
    case 'GET /sandbox/billing-records':
      return ok(sandbox.billingRecords.report());
    case 'GET /sandbox/requests':
      return ok({ requests: sandbox.record?.report() ?? [] });
    case 'DELETE /sandbox/requests':
      sandbox.record?.clear();
      return ok({ requests: [] });
    case 'DELETE /sandbox/misbehave':
      sandbox.misbehaviours.clear();
      return ok({ waiting: 0 });
    default:
      return null;
  }
}

/** Answers any request that no surface takes. */
export function control(sandbox: Sandbox, request: IncomingMessage, response: ServerResponse): void {
  const [path = ''] = (request.url ?? '').split('?');
  const call = `${request.method} ${path}`;
  readBody(request, (body) => {
    if (body === 'broken_off') return;
    if (body === 'too_large') return send(response, failed(413, 'The body is too large.', null));
    if (call === 'POST /sandbox/misbehave') return send(response, queue(sandbox, body.toString()));
    if (path.startsWith('/v1/') && !path.startsWith(BILLING_RECORDS_PATH)) sandbox.record?.add(request, body);
    const told = tellControl(sandbox, call);
    if (told !== null) return send(response, told);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    send(
      response,
      isRead && path.startsWith('/v1/') ? tellV1(sandbox, request, path) : failed(404, 'No such path.', null),
    );
  });
}
