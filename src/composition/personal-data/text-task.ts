import { EqualNames } from '../../personal-data/body-texts.ts';
import { TooManyTexts } from '../../personal-data/too-many-texts.ts';
import { wordlessError } from '../../personal-data/wordless-error.ts';
import type { PiiEngineSettings } from '../../pii-engine/casting-pii-engine.ts';
import type { BodyPlace, BodyToCast } from '../../ports/body-casting.ts';
import { PiiDetectorUnavailable, type DetectorCapabilities, type DetectRequest } from '../../ports/pii-detector.ts';
import { PiiEngineUnavailable, PiiMappingLost, type Whose } from '../../ports/pii-engine.ts';
import type { DetectorFacts } from '../../ports/telemetry.ts';

/** What the thread of requests and the threads for long texts tell each other. */

/** What a thread is started with. */
export interface ThreadData {
  readonly settings: PiiEngineSettings;
  readonly leastScores: Readonly<Record<string, number>>;
  /** Detectors that are asked through the thread of requests, by their places. */
  readonly others: readonly { readonly name: string; readonly isOptional: boolean }[];
}

/** Buffers in one piece of memory. */
export interface Packed {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly lengths: readonly number[];
}

type AtPlace = Omit<BodyPlace, 'map' | 'body'> & { readonly surface: string };

/** `packed`: the body, and the items after it. */
export type TextTask = {
  readonly packed: Packed;
  /** What the other detectors can find now. */
  readonly capabilities: readonly DetectorCapabilities[];
} & (
  | { readonly kind: 'cast'; readonly surface: string; readonly given: Omit<BodyToCast, 'map' | 'body' | 'items'> }
  | { readonly kind: 'sweep'; readonly surface: string; readonly mapping: string; readonly whose: Whose }
  | { readonly kind: 'restore'; readonly place: AtPlace; readonly mapping: string; readonly whose: Whose }
);

/** What a thread says while it works. */
export type ThreadWords =
  | { readonly kind: 'asked'; readonly facts: DetectorFacts; readonly error: WrittenError | null }
  | {
      readonly kind: 'detect';
      readonly which: number;
      readonly texts: readonly string[];
      readonly request: Omit<DetectRequest, 'signal'>;
    };

export function packed(buffers: readonly Buffer[]): Packed {
  const lengths = buffers.map(({ length }) => length);
  const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
  let end = 0;
  for (const buffer of buffers) bytes.set(buffer, (end += buffer.length) - buffer.length);
  return { bytes, lengths };
}

export function unpacked({ bytes, lengths }: Packed): readonly Buffer[] {
  let start = 0;
  return lengths.map((length) => Buffer.from(bytes.buffer, bytes.byteOffset + (start += length) - length, length));
}

/** An error between threads. */
export interface WrittenError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly cause: WrittenError | null;
}

/** Errors whose messages contain no text, and that callers tell apart. */
const known = { EqualNames, TooManyTexts, PiiEngineUnavailable, PiiMappingLost, PiiDetectorUnavailable };
const prototypes: ReadonlyMap<string, object> = new Map(
  Object.entries(known).map(([name, { prototype }]) => [name, prototype]),
);

export function writtenError(raised: unknown): WrittenError {
  const isKnown = raised instanceof Error && Object.values(known).some((each) => raised instanceof each);
  const { name, message, stack = '', cause } = isKnown ? raised : wordlessError(raised);
  return { name, message, stack, cause: cause === undefined ? null : writtenError(cause) };
}

export function readError({ name, message, stack, cause }: WrittenError): Error {
  const error = new Error(message, cause === null ? undefined : { cause: readError(cause) });
  Object.assign(error, { name, stack });
  const prototype = prototypes.get(name);
  return prototype === undefined ? error : (Object.setPrototypeOf(error, prototype) as Error);
}
