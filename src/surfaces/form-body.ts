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
import type { SpoolRoom } from './spool-room.ts';

export interface FormLimits {
  /** Where files are kept while their request lasts. */
  readonly spools: SpoolRoom;
  /** Largest form, bytes: everything between the head of the request and its end. */
  readonly formBytesMax: number;
  /** Largest sum of its fields, which are held in memory, bytes. */
  readonly fieldsBytesMax: number;
  /** What it may consist of. */
  readonly fields: FormFields;
}

/** Bytes of one write to the disk. */
const blockBytes = 65_536;
/** Bytes on their way to the disk: beyond it the sender waits. */
const unwrittenBytesMax = 1_048_576;

/**
 * Reads a multipart form: fields into memory, files onto the disk as they come. Every byte counts from the moment it
 * arrives. Raises `GatewayError`: `unsupported_media_type`, `body_too_large`, `malformed_form`, `invalid_value` and
 * `unsupported_parameter` for a part that is no field of the form, `request_timeout` when the sender goes away,
 * `overloaded` and `upload_storage_full` where there is no room for it.
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
  const boundary = told(() => boundaryOf(contentType));
  const spool = await limits.spools.open();
  const reading = new FormReading(ctx, spool, limits, boundary);
  try {
    welcomeBody(ctx.req, ctx.res);
    return { parts: await reading.whole(), spool };
  } catch (error) {
    await reading.settled();
    await spool.close();
    throw error;
  }
}

/** Raises what the caller is told in the place of what the reader says. */
function told<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FormFault)) throw error;
    throw new GatewayError('malformed_form', { detail: `This form is not read: ${error.message}.`, cause: error });
  }
}

/** A part that has begun. */
interface OpenPart {
  readonly head: FormPartHead;
  readonly hash: ReturnType<typeof createHash>;
  readonly start: number;
  readonly held: Buffer[];
  bytes: number;
}

/** One form while it comes in. */
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

  /** All parts, once every byte is on the disk. */
  async whole(): Promise<readonly FormPart[]> {
    const { req, res } = this.#ctx;
    if (req.destroyed || res.closed) throw new GatewayError('request_timeout');
    req.once('close', () => {
      if (!req.complete) this.#fail(new GatewayError('request_timeout'));
    });
    // A request that was answered before it was whole is told nothing by Node when its connection ends: the form would be
    // waited for without end, and a file that is open when it is collected ends the process.
    res.once('close', () => this.#fail(new GatewayError('request_timeout')));
    await Promise.race([this.#parse(), this.#fault.promise]);
    if (!this.#isWhole) throw new GatewayError('malformed_form', { detail: 'The form is empty.' });
    await Promise.race([this.settled(), this.#fault.promise]);
    return this.#parts;
  }

  /** Resolves when nothing is being written any more. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#writes);
  }

  /** Under the roof of `koa-body`, with a parser of our own: its own keeps part headers without bounds (ADR 0020). */
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
      told(step);
    } catch (error) {
      this.#fail(error instanceof GatewayError ? error : new GatewayError('internal_error', { cause: error }));
    }
  }

  /** Whatever the sender cuts its body into: what is read and written is blocks. */
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
    // Its bytes are on their way to the disk: the next block has memory of its own.
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
    this.#check.assertKnown(head);
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

/** Fields go upstream in UTF-8 only. */
function transcoded(value: Buffer, charset: FormPartHead['charset']): Buffer {
  return charset === 'utf-8' ? value : Buffer.from(value.toString('latin1'));
}
