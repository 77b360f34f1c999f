import { Agent, request, type Dispatcher } from 'undici';
import { AwsV4Signer } from 'aws4fetch';
import { ArchiveDamaged, ArchiveRefused, ArchiveUnavailable, type ArchiveStore } from '../ports/archive-store.ts';
import { errorCodeIn, namesPageIn } from './s3-archive-store/names-page.ts';

export interface S3ArchiveSettings {
  /** Base URL of the service, without the bucket. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Before every name; empty, or it ends in a slash. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of temporary credentials; empty: they are permanent. */
  readonly sessionToken: string;
  /** Longest silence of the service, milliseconds. */
  readonly answerMs: number;
}

/** Most bytes of an answer that says what is wrong, or lists a thousand names. */
const xmlBytesMax = 4_194_304;
/** Most pages of a list: ten million names. */
const pagesMax = 10_000;

/**
 * An archive in a bucket of S3, or of a server with its interface. Every write is conditional on that nothing has its
 * name, which the first one proves, and carries its SHA-256, which the service checks; a bucket with Object Lock demands
 * that. {@link AsyncDisposable} closes the connections.
 */
export function createS3ArchiveStore(settings: S3ArchiveSettings): ArchiveStore & AsyncDisposable {
  return new S3Archive(settings);
}

interface Asked {
  readonly method: 'GET' | 'HEAD' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

class S3Archive implements ArchiveStore, AsyncDisposable {
  readonly place: string;
  readonly #settings: S3ArchiveSettings;
  readonly #bucketUrl: string;
  readonly #agent: Agent;
  /** Whether the service has refused to write over an object. */
  #isConditional = false;

  constructor(settings: S3ArchiveSettings) {
    const { endpoint, bucket, prefix, answerMs } = settings;
    this.#settings = settings;
    this.#bucketUrl = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
    this.place = `${this.#bucketUrl}/${prefix}`;
    this.#agent = new Agent({ connect: { timeout: answerMs }, headersTimeout: answerMs, bodyTimeout: answerMs });
  }

  async put(name: string, bytes: Uint8Array, sha256: string): Promise<'written' | 'exists'> {
    const outcome = await this.#put(name, bytes, sha256);
    if (outcome === 'exists') this.#isConditional = true;
    if (this.#isConditional) return outcome;
    // Some services take no notice of the condition: the first object of a process is written once more to see.
    const again = await this.#put(name, bytes, sha256);
    if (again === 'written') {
      throw new ArchiveRefused(`${this.place} wrote over an object that was there: ${unconditional}`);
    }
    this.#isConditional = true;
    return outcome;
  }

  async #put(name: string, bytes: Uint8Array, sha256: string): Promise<'written' | 'exists'> {
    const { statusCode, body } = await this.#ask(this.#urlOf(name), {
      method: 'PUT',
      body: bytes,
      headers: {
        'content-type': 'application/octet-stream',
        'if-none-match': '*',
        'x-amz-content-sha256': sha256,
        'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64'),
      },
    });
    // Another write of the same name is under way: the next look finds what it wrote.
    if (statusCode === 412 || statusCode === 409) {
      await discarded(body);
      if (statusCode === 412) return 'exists';
      throw new ArchiveUnavailable(`another process writes ${name}`);
    }
    if (statusCode !== 200) throw await this.#failure(statusCode, body, `write ${name}`);
    await discarded(body);
    return 'written';
  }

  async get(name: string): Promise<AsyncIterable<Uint8Array> | null> {
    const { statusCode, body } = await this.#ask(this.#urlOf(name), { method: 'GET' });
    if (statusCode === 404) return await this.#absent(body, name);
    if (statusCode !== 200) throw await this.#failure(statusCode, body, `read ${name}`);
    return wholeBody(body, name);
  }

  async has(name: string): Promise<boolean> {
    const { statusCode, body } = await this.#ask(this.#urlOf(name), { method: 'HEAD' });
    await discarded(body);
    // An answer to HEAD has no words: a bucket that is not there shows at the next read.
    if (statusCode === 200 || statusCode === 404) return statusCode === 200;
    throw this.#said(statusCode, null, `look for ${name}`);
  }

  async *list(folder: string): AsyncGenerator<string, void> {
    const { prefix } = this.#settings;
    let token: string | null = null;
    for (let page = 0; page < pagesMax; page += 1) {
      const url = new URL(this.#bucketUrl);
      url.searchParams.set('list-type', '2');
      url.searchParams.set('prefix', `${prefix}${folder}/`);
      if (token !== null) url.searchParams.set('continuation-token', token);
      const { statusCode, body } = await this.#ask(url, { method: 'GET' });
      if (statusCode !== 200) throw await this.#failure(statusCode, body, `list ${folder}`);
      const listing = namesPageIn(await textOf(body));
      if (listing === null) throw new ArchiveUnavailable(`${this.place} answered a list with something else`);
      for (const key of listing.keys) if (key.startsWith(prefix)) yield key.slice(prefix.length);
      if (listing.next === null) return;
      if (listing.next === token) break;
      token = listing.next;
    }
    throw new ArchiveDamaged(`the list of ${folder} has no end`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }

  #urlOf(name: string): URL {
    return new URL(`${this.#bucketUrl}/${this.#settings.prefix}${name}`);
  }

  /** One request; who asks decides whether there is another. */
  async #ask(url: URL, { method, headers = {}, body }: Asked): Promise<Dispatcher.ResponseData> {
    const { region, accessKeyId, secretAccessKey, sessionToken } = this.#settings;
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      // Of nothing: an empty body.
      headers: { 'x-amz-content-sha256': emptySha256, ...headers },
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== '' && { sessionToken }),
      region,
      service: 's3',
    });
    const signed = await signer.sign();
    try {
      return await request(signed.url, {
        method,
        headers: Object.fromEntries(signed.headers),
        dispatcher: this.#agent,
        ...(body !== undefined && { body }),
      });
    } catch (error) {
      throw unavailable(this.place, error);
    }
  }

  /** Nothing has this name; or the bucket is not there, which is no empty archive. */
  async #absent(body: Dispatcher.ResponseData['body'], name: string): Promise<null> {
    const code = errorCodeIn(await textOf(body));
    if (code !== null && code !== 'NoSuchKey') throw this.#said(404, code, `read ${name}`);
    return null;
  }

  async #failure(status: number, body: Dispatcher.ResponseData['body'], what: string): Promise<Error> {
    return this.#said(status, errorCodeIn(await textOf(body)), what);
  }

  #said(status: number, code: string | null, what: string): Error {
    const words = `${this.place} answered ${status}${code === null ? '' : ` ${code}`} to the request to ${what}`;
    const mayHelp = (status >= 500 && status !== 501) || status === 429 || status === 408;
    if (mayHelp) return new ArchiveUnavailable(words);
    return new ArchiveRefused(`${words}: ${adviceFor(status, code)}`);
  }
}

/** SHA-256 of no bytes, hex. */
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** What codes say more exactly than their status. */
const advice: ReadonlyMap<string | null, string> = new Map([
  ['RequestTimeTooSkewed', 'set the clock of this machine, which differs from that of the service'],
  ['AuthorizationHeaderMalformed', 'check archive.region'],
  ['ExpiredToken', 'set a new archive.access_key_id, archive.secret_access_key and archive.session_token'],
]);

const unconditional = 'the service cannot write conditionally (`if-none-match`), which an archive needs';

function adviceFor(status: number, code: string | null): string {
  const known = advice.get(code);
  if (known !== undefined) return known;
  if (status === 501) return unconditional;
  if (status === 403 || status === 401)
    return 'check archive.access_key_id, archive.secret_access_key and their rights';
  if (status === 404) return 'check archive.bucket, which has to exist';
  if (status >= 300 && status < 400) return 'check archive.endpoint and archive.region';
  return 'check the section archive of the configuration';
}

/** The body: a cut one is no shorter object, and raises. */
async function* wholeBody(body: Dispatcher.ResponseData['body'], name: string): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) yield chunk;
  } catch (error) {
    throw unavailable(name, error);
  }
}

/** The text of a short answer; what is longer is cut. */
async function textOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Uint8Array[] = [];
  let read = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      read += chunk.length;
      if (read > xmlBytesMax) break;
    }
  } catch (error) {
    throw unavailable('the answer', error);
  }
  return Buffer.concat(chunks).toString('utf8', 0, xmlBytesMax);
}

async function discarded(body: Dispatcher.ResponseData['body']): Promise<void> {
  try {
    await body.dump({ limit: 65_536 });
  } catch {
    // The status has been told.
  }
}

function unavailable(place: string, error: unknown): ArchiveUnavailable {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
  return new ArchiveUnavailable(`${place} cannot be reached (${code})`, { cause: error });
}
