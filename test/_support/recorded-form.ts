import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { request as httpRequest } from 'node:http';

const folder = join(import.meta.dirname, '../fixtures/forms');

/** A request with a form as a library sent it (test/fixtures/forms/README.md). */
export interface RecordedForm {
  readonly name: string;
  /** Below the base URL. */
  readonly path: string;
  /** Of the form alone. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** All recordings, by their names. */
export function recordedForms(): readonly RecordedForm[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.http'))
    .toSorted()
    .map(readForm);
}

function readForm(file: string): RecordedForm {
  const bytes = readFileSync(join(folder, file));
  const end = bytes.indexOf('\r\n\r\n');
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const all = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const kept = ['content-type', 'anthropic-version', 'user-agent'].flatMap((name) => {
    const value = all.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    name: file.replace(/\.http$/, ''),
    path: first.split(' ')[1]?.replace(/^\/v1/, '') ?? '',
    headers: Object.fromEntries(kept),
    body: bytes.subarray(end + 4),
  };
}

/** Sends a recording again, byte for byte, with a key that is known here. */
export function sendAgain(
  baseUrl: string,
  apiKey: string,
  { path, headers, body }: RecordedForm,
): Promise<{ readonly status: number; readonly text: string; readonly headers: Readonly<Record<string, unknown>> }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${baseUrl}${path}`, {
      method: 'POST',
      agent: false,
      headers: { ...headers, authorization: `Bearer ${apiKey}`, 'content-length': body.length },
    });
    request.once('error', reject);
    request.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
    });
    request.end(body);
  });
}
