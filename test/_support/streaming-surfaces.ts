// Every surface whose answers come in pieces: how it is asked, and how its stream says that something went wrong.
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { audioPrices } from './sandbox-bill.ts';
import { withoutCost } from './without-cost.ts';

export interface StreamingSurface {
  /** Its name in configuration, for its target and profile. */
  readonly surface: string;
  readonly path: string;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A request for a stream, answered as the directive says. */
  body(profile: string, directive: string): string;
  /** The last record of a stream that was cut, with this code; absent where sound has no words. */
  readonly errorRecord?: (code: string) => RegExp;
}

const json = 'application/json';
const boundary = 'streaming-surfaces';
const openaiRecord = (code: string): RegExp => new RegExp(`^data: \\{"error":\\{.*"code":"${code}"\\}\\}$`);

function form(fields: Readonly<Record<string, string>>): string {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.mp3"\r\n\r\nsound\r\n`;
  return `${parts.join('')}${file}--${boundary}--\r\n`;
}

export const streamingSurfaces: Readonly<Record<string, StreamingSurface>> = {
  chat: {
    surface: 'chat_completions',
    path: '/chat/completions',
    contentType: json,
    body: (model, directive) =>
      JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: `Hello ${directive}` }] }),
    errorRecord: openaiRecord,
  },
  messages: {
    surface: 'messages',
    path: '/messages',
    contentType: json,
    headers: { 'anthropic-version': '2023-06-01' },
    body: (model, directive) =>
      JSON.stringify({
        model,
        stream: true,
        max_tokens: 200_000,
        messages: [{ role: 'user', content: `Hello ${directive}` }],
      }),
    errorRecord: (code) => new RegExp(`^event: error\\ndata: \\{"type":"error","error":\\{.*"code":"${code}"`),
  },
  responses: {
    surface: 'responses',
    path: '/responses',
    contentType: json,
    body: (model, directive) => JSON.stringify({ model, stream: true, store: false, input: `Hello ${directive}` }),
    errorRecord: (code) => new RegExp(`^event: response.failed\\ndata: .*"status":"failed",.*"waybill_code":"${code}"`),
  },
  speechEvents: {
    surface: 'audio_speech',
    path: '/audio/speech',
    contentType: json,
    body: (model, directive) =>
      JSON.stringify({ model, voice: 'alloy', stream_format: 'sse', input: `Hello ${directive}` }),
    errorRecord: openaiRecord,
  },
  speechBytes: {
    surface: 'audio_speech',
    path: '/audio/speech',
    contentType: json,
    body: (model, directive) => JSON.stringify({ model, voice: 'alloy', input: `Hello ${directive}` }),
  },
  transcriptEvents: {
    surface: 'audio_transcriptions',
    path: '/audio/transcriptions',
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: (model, directive) => form({ model, stream: 'true', prompt: directive }),
    errorRecord: openaiRecord,
  },
};

const names = [...new Set(Object.values(streamingSurfaces).map(({ surface }) => surface))];

/** Targets and profiles for all: `<surface>` at an upstream with billing records, `<surface>-no-billing-records` without. */
export function streamingConfig(sandbox: { readonly baseUrl: string; readonly apiKey: string }, target: object = {}) {
  const upstream = { base_url: sandbox.baseUrl, api_key: sandbox.apiKey, circuit_failures: 1_000, retries_max: 0 };
  const targets = Object.fromEntries(
    names.flatMap((surface) =>
      ['', '-no-billing-records'].map((kind) => [
        `${surface}${kind}`,
        {
          upstream: kind === '' ? 'sandbox' : 'no-billing-records',
          // The smallest neither streams transcripts nor counts their tokens.
          model: surface.startsWith('audio') ? 'sandbox-medium' : 'sandbox-small',
          surfaces: [surface],
          context_tokens_max: 10_000,
          output_tokens_max: 200_000,
          prices: audioPrices,
          ...target,
        },
      ]),
    ),
  );
  return {
    upstreams: {
      sandbox: { ...upstream, billing_records_path: '/sandbox/billing-records/{reservation_id}' },
      'no-billing-records': upstream,
    },
    targets,
    profiles: Object.fromEntries(Object.keys(targets).map((name) => [name, { targets: [name] }])),
    default_profile: 'chat_completions',
  };
}

export interface OpenAnswer {
  readonly response: IncomingMessage;
  /** What came so far. */
  text(): string;
  /** What came in all, and whether its end was missing. Never rejects. */
  readonly seen: Promise<{ readonly text: string; readonly bytes: number; readonly isBroken: boolean }>;
}

/** Asks, and resolves with the head. With `isRead` false nothing behind it is read until somebody resumes the response. */
export function openAnswer(
  baseUrl: string,
  { path, contentType, headers, body }: Omit<StreamingSurface, 'body'> & { readonly body: string },
  { apiKey, isRead = true }: { readonly apiKey: string; readonly isRead?: boolean },
): Promise<OpenAnswer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': contentType, ...headers },
      agent: false,
    });
    request.once('error', reject);
    request.once('response', (response) => {
      const pieces: Buffer[] = [];
      const { promise: seen, resolve: end } = Promise.withResolvers<Awaited<OpenAnswer['seen']>>();
      const text = (): string => Buffer.concat(pieces).toString();
      const ended = (isBroken: boolean): void =>
        end({ text: withoutCost(text()), bytes: pieces.reduce((sum, { length }) => sum + length, 0), isBroken });
      response.once('error', () => ended(true)).once('end', () => ended(false));
      response.on('data', (piece: Buffer) => pieces.push(piece));
      if (!isRead) response.pause();
      resolve({ response, text, seen });
    });
    request.end(body);
  });
}
