import { createHash } from 'node:crypto';
import { koaBody } from 'koa-body';
import type { Context } from 'koa';
import { GatewayError } from '../errors.ts';
import { readDisposition } from './form-disposition.ts';
import type { Form, FormPart } from './form.ts';
import { assertLength, assertUncompressed, welcomeBody } from './http-exchange.ts';
import type { SpoolFile } from './spool-file.ts';
import type { SpoolRoom } from './spool-room.ts';

export interface FormLimits {
  /** Where files are kept while their request lasts. */
  readonly spools: SpoolRoom;
  /** Largest form, bytes. */
  readonly formBytesMax: number;
  /** Largest sum of its fields, which are held in memory, bytes. */
  readonly fieldsBytesMax: number;
}

const partsMax = 1_000;
const headBytes = 64;
/** Bytes of one write to the disk. */
const blockBytes = 65_536;
/** Bytes on their way to the disk: beyond it the sender waits. */
const unwrittenBytesMax = 1_048_576;

/**
 * Reads a multipart form: fields into memory, files onto the disk as they come. Raises `GatewayError`:
 * `unsupported_media_type`, `body_too_large`, `malformed_form`, `request_timeout` when the sender goes away, `overloaded`
 * and `upload_storage_full` where there is no room for it.
 */
export async function readForm(ctx: Context, limits: FormLimits): Promise<Form> {
  if (!/^multipart\/form-data\s*;/i.test(ctx.req.headers['content-type'] ?? '')) {
    throw new GatewayError('unsupported_media_type', { detail: 'The content type is not multipart/form-data.' });
  }
  assertUncompressed(ctx.req);
  assertLength(ctx.req, limits.formBytesMax);
  const spool = await limits.spools.open();
  const reading = new FormReading(ctx, spool, limits);
  try {
    welcomeBody(ctx.req, ctx.res);
    return { parts: await reading.whole(), spool };
  } catch (error) {
    await reading.settled();
    await spool.close();
    throw error;
  }
}

/** What the parser hands over of a part. */
interface RawPart {
  readonly mimetype: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  on(event: 'data', listener: (bytes: Buffer) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
}

/** One form while it comes in. The parser's own files are not used: they have names, and wait for no disk. */
class FormReading {
  readonly #ctx: Context;
  readonly #spool: SpoolFile;
  readonly #limits: FormLimits;
  readonly #parts: FormPart[] = [];
  readonly #fault = Promise.withResolvers<never>();
  readonly #writes = new Set<Promise<void>>();
  #hasFailed = false;
  #fileBytes = 0;
  #fieldBytes = 0;
  #unwrittenBytes = 0;
  #block: Buffer | null = null;
  #blockBytes = 0;

  constructor(ctx: Context, spool: SpoolFile, limits: FormLimits) {
    this.#ctx = ctx;
    this.#spool = spool;
    this.#limits = limits;
    this.#fault.promise.catch(() => undefined);
  }

  /** All parts, once every byte is on the disk. */
  async whole(): Promise<readonly FormPart[]> {
    const { req } = this.#ctx;
    if (req.destroyed) throw new GatewayError('request_timeout');
    req.once('close', () => {
      if (!req.complete) this.#fail(new GatewayError('request_timeout'));
    });
    const parse = koaBody({
      multipart: true,
      json: false,
      text: false,
      urlencoded: false,
      formidable: { onPart: (part) => this.#begin(part) },
    });
    const parsing = parse(this.#ctx, () => Promise.resolve()).catch((error: unknown) => {
      throw new GatewayError('malformed_form', { cause: error });
    });
    await Promise.race([parsing, this.#fault.promise]);
    this.#writeBlock();
    await Promise.race([this.settled(), this.#fault.promise]);
    return this.#parts;
  }

  /** Resolves when nothing is being written any more. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#writes);
  }

  #begin(part: RawPart): void {
    const disposition = part.headers?.['content-disposition'] ?? '';
    const called = readDisposition(disposition);
    if (called === null || this.#parts.length >= partsMax) {
      const detail = `A form has 1 to ${partsMax} parts, each with one name, at most one file name, and no other parameter.`;
      return this.#fail(new GatewayError('malformed_form', { detail }));
    }
    const { name, isFile } = called;
    const named = { name, disposition, contentType: part.mimetype };
    const hash = createHash('sha256');
    const place = this.#parts.length;
    const start = this.#fileBytes;
    const held: Buffer[] = [];
    let head = Buffer.alloc(0);
    let bytes = 0;
    part.on('data', (piece) => {
      if (this.#hasFailed) return;
      bytes += piece.length;
      hash.update(piece);
      if (isFile) {
        if (head.length < headBytes) head = Buffer.concat([head, piece.subarray(0, headBytes - head.length)]);
        this.#spoolPiece(piece);
      } else held.push(this.#heldPiece(piece));
    });
    part.on('end', () => {
      const value = isFile ? null : Buffer.concat(held);
      this.#parts[place] = { ...named, value, start, bytes, head, digest: hash.digest('hex') };
    });
    // Its place is taken: the next part comes after it.
    this.#parts.push({ ...named, value: null, start, bytes: 0, head, digest: '' });
  }

  /** The parser may hand over byte by byte, whatever begins like a boundary: small pieces are gathered into blocks. */
  #spoolPiece(piece: Buffer): void {
    this.#fileBytes += piece.length;
    this.#assertFits();
    if (this.#hasFailed) return;
    if (this.#blockBytes + piece.length > blockBytes) this.#writeBlock();
    if (piece.length > blockBytes) return this.#write(piece);
    this.#block ??= Buffer.allocUnsafe(blockBytes);
    this.#blockBytes += piece.copy(this.#block, this.#blockBytes);
  }

  #writeBlock(): void {
    if (this.#block === null || this.#blockBytes === 0) return;
    const block = this.#block.subarray(0, this.#blockBytes);
    this.#block = null;
    this.#blockBytes = 0;
    this.#write(block);
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

  #heldPiece(piece: Buffer): Buffer {
    this.#fieldBytes += piece.length;
    if (this.#fieldBytes > this.#limits.fieldsBytesMax) {
      const detail = `The fields of the form are larger than ${this.#limits.fieldsBytesMax} bytes.`;
      this.#fail(new GatewayError('body_too_large', { detail }));
    }
    return piece;
  }

  #assertFits(): void {
    const { formBytesMax } = this.#limits;
    if (this.#fileBytes <= formBytesMax) return;
    this.#fail(new GatewayError('body_too_large', { detail: `The body is larger than ${formBytesMax} bytes.` }));
  }

  #fail(error: GatewayError): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#fault.reject(error);
  }
}
