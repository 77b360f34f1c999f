import type { UsageReading } from '../domain/usage.ts';
import type { TextMap } from '../personal-data/text-map.ts';
import type { JsonLimits } from '../wire/json-scan.ts';
import type { ErrorDialect } from './answers/error-dialect.ts';
import type { ReopenableBody } from '../ports/upstream.ts';
import type { FormFields } from './requests/form-fields.ts';
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

/** A multipart form with one file, read. */
export interface SentForm {
  /** The texts of the fields of this name, in their order. */
  texts(name: string): readonly string[];
  /** The only file of this name; `null` where there is none, or more than one. */
  file(name: string): { readonly bytes: number } | null;
  /** How long the recording in it says it is, milliseconds; `null`: it does not say. */
  readonly toldMs: number | null;
  /** The form as it goes upstream, with other values in these fields. */
  written(replaced: ReadonlyMap<string, string>): ReopenableBody;
}

/** The face of a surface with multipart forms. */
export interface FormFace extends Face {
  /** What its forms may consist of. */
  readonly fields: FormFields;
  /** Checks a form and makes it answerable. Raises `GatewayError` (400). */
  readForm(form: SentForm): InferenceRequest;
}

/** The face of a surface with JSON bodies. */
export interface JsonFace extends Face {
  /** Checks a request body and makes it answerable. Raises `GatewayError` (400). */
  read(body: Buffer, reading: Reading): InferenceRequest;
}
