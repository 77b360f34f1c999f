import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { Writable } from 'node:stream';
import { koaBody } from 'koa-body';
import type { Context } from 'koa';
import { FormFault } from '../wire/form-fault.ts';
import type { FormPartHead } from '../wire/form-part-head.ts';
import { boundaryOf, createMultipartReader, type MultipartReader } from '../wire/multipart-reader.ts';
import { GatewayError } from '../errors.ts';
import type { FormFields } from '../protocols/requests/form-fields.ts';
import { FieldCheck } from './field-check.ts';
import type { Form, FormPart } from './form.ts';
import { assertLength, assertUncompressed, welcomeBody } from './http-exchange.ts';
import type { SpoolFile } from './spool-file.ts';

export interface FormLimits {
  /** Opens the file in which files are stored for the duration of their request. */
  readonly openSpool: () => Promise<SpoolFile>;
  /** Largest body of a form, bytes. */
  readonly formBytesMax: number;
  /** Largest total size of its fields, which are held in memory, bytes. */
  readonly fieldsBytesMax: number;
  /** The allowed fields. */
  readonly fields: FormFields;
}

/** Bytes of one write to the disk. */
const blockBytes = 65_536;
/** Bytes being written to disk; beyond it the sender has to wait. */
const unwrittenBytesMax = 1_048_576;

/**
 * Reads a multipart form: fields into memory, files to disk while they arrive. Every byte counts from its arrival. Raises
 * `GatewayError`: `unsupported_media_type`, `body_too_large`, `malformed_form`, `request_timeout` if the sender
 * disconnects, `overloaded` and `upload_storage_full` if there is no space.
 */
export async function readFormBody(ctx: Context, limits: FormLimits): Promise<Form> {
  const contentType = ctx.req.headers['content-type'] ?? '';
  if (!/^multipart\/form-data *(?:;|$)/i.test(contentType)) {
    throw new GatewayError('unsupported_media_type', {
      detail: 'The content type is not multipart/form-data.',
      next: 'Send the file as a part of `multipart/form-data`, with its boundary, without `content-encoding`.',
    });
  }
  assertUncompressed(ctx.req);
  assertLength(ctx.req, limits.formBytesMax);
  const boundary = raisingGatewayError(() => boundaryOf(contentType));
  const spool = await limits.openSpool();
  const reading = new FormReading(ctx, spool, limits, boundary);
  try {
    welcomeBody(ctx.req, ctx.res);
    return { parts: await reading.whole(), fault: reading.fieldFault, spool };
  } catch (error) {
    await reading.settled();
    await spool.close();
    throw error;
  }
}

/** Converts an error of the form parser into the error for the caller, and raises it. */
function raisingGatewayError<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FormFault)) throw error;
    throw new GatewayError('malformed_form', { detail: `The form cannot be read: ${error.message}.`, cause: error });
  }
}

/** A part whose head has been read. */
interface OpenPart {
  readonly head: FormPartHead;
  readonly hash: ReturnType<typeof createHash>;
  readonly start: number;
  readonly held: Buffer[];
  bytes: number;
}

/** One form while it arrives. */
class FormReading {
  readonly #ctx: Context;
  readonly #spool: SpoolFile;
  readonly #limits: FormLimits;
  readonly #reader: MultipartReader;
  readonly #check: FieldCheck;
  readonly #parts: FormPart[] = [];
  readonly #fault = Promise.withResolvers<never>();
  readonly #writes = new Set<Promise<void>>();
  #open: OpenPart | null = null;
  #fieldFault: GatewayError | null = null;
  #hasFailed = false;
  #isWhole = false;
  #formBytes = 0;
  #fileBytes = 0;
  #fieldBytes = 0;
  #unwrittenBytes = 0;
  #block: Buffer = Buffer.alloc(0);
  #blockBytes = 0;

  constructor(ctx: Context, spool: SpoolFile, limits: FormLimits, boundary: string) {
    this.#ctx = ctx;
    this.#spool = spool;
    this.#limits = limits;
    this.#check = new FieldCheck(limits.fields);
    this.#reader = createMultipartReader(boundary, {
      begin: (head) => this.#begin(head),
      data: (piece) => this.#data(piece),
      finish: () => this.#finish(),
    });
    this.#fault.promise.catch(() => undefined);
  }

  /** Resolves to all parts when every byte is on disk. */
  async whole(): Promise<readonly FormPart[]> {
    const { req, res } = this.#ctx;
    if (req.destroyed || res.closed) throw new GatewayError('request_timeout');
    req.once('close', () => {
      if (!req.complete) this.#fail(new GatewayError('request_timeout'));
    });
    // If a request is answered before it is complete, Node emits no event on it when the connection closes: the form would
    // wait forever, and collecting an open file handle would end the process.
    res.once('close', () => this.#fail(new GatewayError('request_timeout')));
    await Promise.race([this.#parse(), this.#fault.promise]);
    if (!this.#isWhole) throw new GatewayError('malformed_form', { detail: 'The form is empty.' });
    await Promise.race([this.settled(), this.#fault.promise]);
    return this.#parts;
  }

  /** The first part that is no field of the form. It is told when the whole form has arrived: the model comes first. */
  get fieldFault(): GatewayError | null {
    return this.#fieldFault;
  }

  /** Resolves when no write is pending. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#writes);
  }

  /** Runs within `koa-body` with a separate parser: the built-in one stores part headers without a limit (ADR 0020). */
  async #parse(): Promise<void> {
    const sink = new Writable({
      write: (piece: Buffer, _encoding, done) => {
        this.#attempt(() => this.#take(piece));
        done();
      },
      final: (done) => {
        this.#attempt(() => this.#end());
        done();
      },
    });
    const parse = koaBody({
      multipart: true,
      json: false,
      text: false,
      urlencoded: false,
      formidable: {
        enabledPlugins: [
          (form: EventEmitter) => {
            sink.once('finish', () => form.emit('end'));
            return { _parser: sink };
          },
        ],
      },
    });
    await parse(this.#ctx, () => Promise.resolve()).catch((error: unknown) => {
      throw new GatewayError('malformed_form', { cause: error });
    });
  }

  #attempt(step: () => void): void {
    if (this.#hasFailed) return;
    try {
      raisingGatewayError(step);
    } catch (error) {
      this.#fail(error instanceof GatewayError ? error : new GatewayError('internal_error', { cause: error }));
    }
  }

  /** Collects chunks of any size into blocks, which are parsed and written. */
  #take(piece: Buffer): void {
    this.#formBytes += piece.length;
    const { formBytesMax } = this.#limits;
    if (this.#formBytes > formBytesMax) {
      throw new GatewayError('body_too_large', { detail: `The body is larger than ${formBytesMax} bytes.` });
    }
    for (let from = 0; from < piece.length;) {
      if (this.#block.length === 0) this.#block = Buffer.allocUnsafe(blockBytes);
      const copied = piece.copy(this.#block, this.#blockBytes, from);
      from += copied;
      this.#blockBytes += copied;
      if (this.#blockBytes === blockBytes) this.#readBlock();
    }
  }

  #readBlock(): void {
    const block = this.#block.subarray(0, this.#blockBytes);
    // The bytes of this block are still being written, so the next block needs new memory.
    this.#block = Buffer.alloc(0);
    this.#blockBytes = 0;
    this.#reader.push(block);
  }

  #end(): void {
    this.#readBlock();
    this.#reader.end();
    this.#isWhole = true;
  }

  #begin(head: FormPartHead): void {
    this.#fieldFault ??= this.#check.faultOf(head);
    this.#open = { head, hash: createHash('sha256'), start: this.#fileBytes, held: [], bytes: 0 };
  }

  #data(piece: Buffer): void {
    const part = this.#open;
    if (part === null) return;
    part.bytes += piece.length;
    part.hash.update(piece);
    if (part.head.fileName !== null) {
      this.#fileBytes += piece.length;
      return this.#write(piece);
    }
    this.#fieldBytes += piece.length;
    const { fieldsBytesMax } = this.#limits;
    if (this.#fieldBytes > fieldsBytesMax) {
      const detail = `The fields of the form are larger than ${fieldsBytesMax} bytes.`;
      throw new GatewayError('body_too_large', { detail });
    }
    part.held.push(piece);
  }

  #finish(): void {
    const part = this.#open;
    if (part === null) return;
    const { head, held, hash, start, bytes } = part;
    const { name, fileName, contentType, charset } = head;
    const value = fileName === null ? transcoded(Buffer.concat(held), charset) : null;
    this.#parts.push({ name, fileName, contentType, value, start, bytes, digest: hash.digest('hex') });
    this.#open = null;
  }

  #write(piece: Buffer): void {
    this.#unwrittenBytes += piece.length;
    const { req } = this.#ctx;
    if (this.#unwrittenBytes > unwrittenBytesMax) req.pause();
    const writing = this.#spool.write(piece).then(
      () => {
        this.#unwrittenBytes -= piece.length;
        if (this.#unwrittenBytes <= unwrittenBytesMax && !this.#hasFailed) req.resume();
      },
      (error: unknown) =>
        this.#fail(error instanceof GatewayError ? error : new GatewayError('internal_error', { cause: error })),
    );
    this.#writes.add(writing);
    void writing.finally(() => this.#writes.delete(writing));
  }

  #fail(error: GatewayError): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#fault.reject(error);
  }
}

/** Fields are forwarded in UTF-8 only. */
function transcoded(value: Buffer, charset: FormPartHead['charset']): Buffer {
  return charset === 'utf-8' ? value : Buffer.from(value.toString('latin1'));
}
