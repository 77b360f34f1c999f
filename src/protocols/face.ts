import type { UsageReading } from '../domain/usage.ts';
import type { TextMap } from '../personal-data/text-map.ts';
import type { JsonLimits } from '../wire/json-scan.ts';
import type { ErrorDialect } from './answers/error-dialect.ts';
import type { InferenceRequest } from './inference-request.ts';

/**
 * What the gateway asks of the protocol of a surface. Each room has a face for every surface that it serves; `faces.ts`
 * lists them all.
 */
export interface Face {
  /** As it stands in configuration, events and metrics. */
  readonly name: string;
  /** Below the base URL of an upstream. */
  readonly upstreamPath: string;
  /** Headers of the protocol that go upstream as the caller sent them, lower-case; one that ends in `-` is a prefix. */
  readonly forwardedHeaders: readonly string[];
  /** Headers of the protocol that its clients must send, with what goes upstream for a caller who sent none. */
  readonly defaultHeaders?: Readonly<Record<string, string>>;
  /** Query parameters that go upstream too, each with the one value it may have. */
  readonly forwardedQuery?: Readonly<Record<string, string>>;
  /** Where human text and byte-exact blocks live in its bodies. */
  readonly texts: TextMap;
  /** Reads a parsed `usage` value, of an answer or of the upstream's billing records; `null`: nothing can be learnt from it. */
  readUsage(usageJson: unknown): UsageReading | null;
  readonly errors: ErrorDialect;
  /** It costs nothing, whatever is asked. */
  readonly isFree?: true;
  /** How a caller makes a request cost less at most: what limits its output, where anything does, and its input. */
  readonly lessWork: string;
}

/** What a reader of bodies needs besides the body. */
export interface Reading {
  /** What a JSON body may consist of. */
  readonly jsonLimits: JsonLimits;
  /** Mints the id of an answer, where the protocol keeps answers. */
  readonly mintResponseId: () => string;
}

/** The face of a surface with JSON bodies. */
export interface JsonFace extends Face {
  /** Checks a request body and makes it answerable. Raises `GatewayError` (400). */
  read(body: Buffer, reading: Reading): InferenceRequest;
}
