import { FormFault } from './form-fault.ts';
import { readFormPartHead, type FormPartHead } from './form-part-head.ts';
import { readHeaderParameters } from './header-parameters.ts';

/** Receives a form while it is read. */
export interface MultipartSink {
  /** A part begins. */
  begin(head: FormPartHead): void;
  /** Bytes of the content of the part that began last. They share memory with what was pushed. */
  data(bytes: Buffer): void;
  /** The part that began last has ended. */
  finish(): void;
}

/** Reads a form piece by piece, however it is cut. */
export interface MultipartReader {
  /** Raises {@link FormFault}; nothing may be pushed after that. */
  push(bytes: Buffer): void;
  /** Call after the last piece. Raises {@link FormFault} for a form without its last boundary. */
  end(): void;
}

/** Most bytes of all headers of one part. */
const headBytesMax = 8_192;
const partsMax = 128;
/** Most bytes before the first boundary, and also after the last: they are ignored. */
const aroundBytesMax = 1_024;
/** Most spaces after a boundary on its line (RFC 2046 §5.1.1). */
const paddingBytesMax = 64;
const lineEnd = Buffer.from('\r\n');
const headEnd = Buffer.from('\r\n\r\n');
const dash = 0x2d;

/** Visible characters without `"`, `;` and `\`: more than RFC 2046 §5.1.1 allows a sender. */
const boundaryPattern = /^[!#-:<-[\]-~](?:[ !#-:<-[\]-~]{0,68}[!#-:<-[\]-~])?$/;

/** The boundary in the content type of a form. Raises {@link FormFault} for one without, or with two. */
export function boundaryOf(contentType: string): string {
  const boundary = readHeaderParameters(contentType)?.parameters.get('boundary');
  if (boundary !== undefined && boundaryPattern.test(boundary)) return boundary;
  throw new FormFault('the content type names no boundary of 1 to 70 characters, or more than one');
}

/**
 * A reader of multipart/form-data (RFC 7578) for one boundary. Stricter than common libraries: what they ignore is a
 * fault here. A line that begins with the boundary is a boundary, or a fault. Linear in the bytes pushed; holds less
 * than 9 KiB back.
 */
export function createMultipartReader(boundary: string, sink: MultipartSink): MultipartReader {
  return new Reader(boundary, sink);
}

type Place = 'before' | 'boundary' | 'head' | 'content' | 'last_boundary' | 'behind';

class Reader implements MultipartReader {
  readonly #sink: MultipartSink;
  readonly #delimiter: Buffer;
  #place: Place = 'before';
  /** Bytes that are not read yet. The first boundary needs no line end before it. */
  #rest: Buffer = lineEnd;
  #parts = 0;
  #head: FormPartHead | null = null;
  #contentBytes = 0;
  #behindBytes = 0;

  constructor(boundary: string, sink: MultipartSink) {
    this.#sink = sink;
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  }

  push(bytes: Buffer): void {
    let rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    for (let used = this.#step(rest); used > 0; used = this.#step(rest)) rest = rest.subarray(used);
    // A copy: the caller may reuse the memory.
    this.#rest = Buffer.from(rest);
  }

  end(): void {
    if (this.#place === 'last_boundary' && /^[ \t]*$/.test(this.#rest.toString('latin1'))) return;
    if (this.#place !== 'behind') throw new FormFault('the form ends before its last boundary');
  }

  /**
   * Reads up to the next boundary or the end of the bytes. Returns the number of bytes read, 0 when more are needed.
   */
  #step(bytes: Buffer): number {
    switch (this.#place) {
      case 'before':
        return this.#before(bytes);
      case 'boundary':
        return this.#boundary(bytes);
      case 'head':
        return this.#readHead(bytes);
      case 'content':
        return this.#content(bytes);
      case 'last_boundary':
        return this.#lineEnd(bytes, 'behind');
      case 'behind':
        this.#behindBytes += bytes.length;
        if (this.#behindBytes > aroundBytesMax) throw new FormFault('too much follows the last boundary');
        return bytes.length;
    }
  }

  #before(bytes: Buffer): number {
    const at = bytes.indexOf(this.#delimiter);
    if (at > aroundBytesMax || (at < 0 && bytes.length > aroundBytesMax + this.#delimiter.length)) {
      throw new FormFault('the form does not begin with its boundary');
    }
    return at < 0 ? 0 : this.#to('boundary', at + this.#delimiter.length);
  }

  #boundary(bytes: Buffer): number {
    if (bytes.length < 2) return 0;
    if (bytes[0] === dash && bytes[1] === dash) return this.#to('last_boundary', 2);
    return this.#lineEnd(bytes, 'head');
  }

  /** Continues after the end of the line, which may contain only spaces before it. */
  #lineEnd(bytes: Buffer, next: Place): number {
    let at = 0;
    while (bytes[at] === 0x20 || bytes[at] === 0x09) at += 1;
    if (at > paddingBytesMax) throw new FormFault('a boundary is followed by too many spaces');
    const end = bytes.subarray(at, at + lineEnd.length);
    if (end.length < lineEnd.length && lineEnd.subarray(0, end.length).equals(end)) return 0;
    if (!end.equals(lineEnd)) throw new FormFault('a line begins with the boundary, and is none');
    return this.#to(next, at + lineEnd.length);
  }

  #readHead(bytes: Buffer): number {
    const at = bytes.indexOf(headEnd);
    if (at > headBytesMax || (at < 0 && bytes.length > headBytesMax)) {
      throw new FormFault(`the headers of a part are larger than ${headBytesMax} bytes`);
    }
    if (at < 0) return 0;
    this.#parts += 1;
    if (this.#parts > partsMax) throw new FormFault(`a form has at most ${partsMax} parts`);
    this.#head = readFormPartHead(bytes.subarray(0, at));
    this.#contentBytes = 0;
    this.#sink.begin(this.#head);
    return this.#to('content', at + headEnd.length);
  }

  #content(bytes: Buffer): number {
    const at = bytes.indexOf(this.#delimiter);
    const length = at < 0 ? bytes.length - this.#delimiter.length + 1 : at;
    if (length > 0) {
      this.#contentBytes += length;
      this.#sink.data(bytes.subarray(0, length));
    }
    if (at < 0) return Math.max(0, length);
    const declared = this.#head?.contentLength ?? null;
    if (declared !== null && declared !== this.#contentBytes) {
      throw new FormFault('a part is not as long as its `content-length` says');
    }
    this.#sink.finish();
    return this.#to('boundary', at + this.#delimiter.length);
  }

  #to(place: Place, used: number): number {
    this.#place = place;
    return used;
  }
}
