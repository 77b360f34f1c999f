import { createRecordSplitter } from '../../src/wire/server-sent-events.ts';

/** What a client said and was answered, as it went over the wire; the JSON of it parsed. */
export interface RecordedExchange {
  /** Below `/v1`. */
  readonly path: string;
  readonly status: number;
  /** `null` where there was no body. */
  readonly request: unknown;
  /** `null` of a stream. */
  readonly answer: unknown;
  /** The data of the records of a stream, in order; without `[DONE]`. */
  readonly records: readonly unknown[];
}

export interface RecordingFetch {
  readonly fetch: typeof globalThis.fetch;
  /** Everything so far, once the answers have been read to their ends. */
  recorded(): Promise<readonly RecordedExchange[]>;
}

/** Goes into a client in the place of `fetch`. */
export function recordingFetch(): RecordingFetch {
  const exchanges: Promise<RecordedExchange>[] = [];
  return {
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      exchanges.push(exchangeOf(input, init, response.clone()));
      return response;
    },
    recorded: () => Promise.all(exchanges),
  };
}

async function exchangeOf(
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  response: Response,
): Promise<RecordedExchange> {
  const url = new URL(input instanceof Request ? input.url : input);
  const text = await response.text();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  return {
    path: url.pathname.replace(/^\/v1/, ''),
    status: response.status,
    request: typeof init?.body === 'string' ? JSON.parse(init.body) : null,
    answer: isStream ? null : JSON.parse(text),
    records: isStream ? recordsOf(text) : [],
  };
}

function recordsOf(text: string): readonly unknown[] {
  const splitter = createRecordSplitter({ recordBytesMax: 10_000_000 });
  const records = [...splitter.push(Buffer.from(text)), splitter.end()];
  return records.flatMap((record) => {
    const data = record?.data?.toString() ?? '[DONE]';
    return data === '[DONE]' ? [] : [JSON.parse(data) as unknown];
  });
}
