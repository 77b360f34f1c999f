import type { Person } from './admin-scene.ts';
import { assertEntryDescribed } from './described-answer.ts';

/** An event of a stream, as its reader sees it. */
export interface SeenEvent {
  readonly event: string;
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Reads server-sent events as browsers do: it knows the last id, also from records without data. */
export class FollowedStream {
  readonly #cutting = new AbortController();
  readonly #path: string;
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #decoder = new TextDecoder();
  #text = '';
  /** What a client would send to resume. */
  lastEventId = '';
  retryMs: number | null = null;
  readonly comments: string[] = [];

  private constructor(path: string, chunks: AsyncIterator<Uint8Array>, cutting: AbortController) {
    this.#path = path;
    this.#chunks = chunks;
    this.#cutting = cutting;
  }

  /** Opens a stream and reads its first record, with the id of the beginning. Raises an answer that is no stream. */
  static async open(
    adminUrl: string,
    { apiKey }: Pick<Person, 'apiKey'>,
    path: string,
    lastEventId = '',
  ): Promise<FollowedStream> {
    const cutting = new AbortController();
    const response = await fetch(adminUrl + path, {
      headers: {
        'x-api-key': apiKey,
        accept: 'text/event-stream',
        ...(lastEventId !== '' && { 'last-event-id': lastEventId }),
      },
      signal: cutting.signal,
    });
    if (response.status !== 200 || response.body === null)
      throw new Error(`${response.status} ${await response.text()}`);
    const stream = new FollowedStream(path, response.body[Symbol.asyncIterator](), cutting);
    await stream.#record();
    return stream;
  }

  /** The next event; `null`: the stream has ended. */
  async next(): Promise<SeenEvent | null> {
    for (;;) {
      const found = await this.#record();
      if (found === 'ended') return null;
      if (found !== null) return found;
    }
  }

  /** The next events. Raises if there are fewer. */
  async take(count: number): Promise<readonly SeenEvent[]> {
    const seen: SeenEvent[] = [];
    while (seen.length < count) {
      const found = await this.next();
      if (found === null) throw new Error('the stream has ended');
      seen.push(found);
    }
    return seen;
  }

  /** Everything to the end of the stream. */
  async rest(): Promise<readonly SeenEvent[]> {
    const seen: SeenEvent[] = [];
    for (let found = await this.next(); found !== null; found = await this.next()) seen.push(found);
    return seen;
  }

  cut(): void {
    this.#cutting.abort();
  }

  async #record(): Promise<SeenEvent | 'ended' | null> {
    for (;;) {
      const end = this.#text.indexOf('\n\n');
      if (end >= 0) {
        const record = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        return this.#read(record);
      }
      const { done = false, value } = await this.#chunks.next();
      if (done) return 'ended';
      this.#text += this.#decoder.decode(value, { stream: true });
    }
  }

  #read(record: string): SeenEvent | null {
    const fields = new Map<string, string>();
    for (const line of record.split('\n')) {
      if (line.startsWith(':')) this.comments.push(line);
      else fields.set(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2));
    }
    this.lastEventId = fields.get('id') ?? this.lastEventId;
    const retry = fields.get('retry');
    if (retry !== undefined) this.retryMs = Number(retry);
    const data = fields.get('data');
    if (data === undefined) return null;
    const seen = {
      event: fields.get('event') ?? '',
      id: this.lastEventId,
      data: JSON.parse(data) as SeenEvent['data'],
    };
    if (seen.event !== 'end') assertEntryDescribed(this.#path, seen.data);
    return seen;
  }
}
