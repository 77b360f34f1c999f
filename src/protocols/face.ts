import type { TextMap } from '../personal-data/text-map.ts';
import type { JsonLimits } from '../wire/json-limits.ts';
import type { ErrorDialect } from './answers/error-dialect.ts';
import type { RecordingLength } from '../sound/recording-length.ts';
import type { ReopenableBody } from '../ports/upstream.ts';
import type { FormFields } from './requests/form-fields.ts';
import type { InferenceRequest } from './inference-request.ts';

/**
 * What the gateway needs to know about the protocol of a surface. Each room has a face for every surface that it
 * serves; `faces.ts` lists them all.
 */
export interface Face {
  /** As in configuration, events and metrics. */
  readonly name: string;
  /** The path below the base URL of an upstream. */
  readonly upstreamPath: string;
  /** Headers of the protocol that go upstream as the caller sent them, lower-case; one that ends in `-` is a prefix. */
  readonly forwardedHeaders: readonly string[];
  /** Headers that clients of the protocol must send, with the value that goes upstream for a caller who sent none. */
  readonly defaultHeaders?: Readonly<Record<string, string>>;
  /** Query parameters that go upstream too, each with the only value that it may have. */
  readonly forwardedQuery?: Readonly<Record<string, string>>;
  /** Where human text and byte-exact blocks are in its bodies. */
  readonly texts: TextMap;
  readonly errors: ErrorDialect;
  /** Its requests are free of charge. */
  readonly isFree?: true;
  /** How a caller lowers the highest cost of a request: the limits of its output, if any, and its input. */
  readonly lessWork: string;
}

/** What a reader of bodies needs in addition to the body. */
export interface Reading {
  /** The limits of a JSON body. */
  readonly jsonLimits: JsonLimits;
  /** Creates the id of an answer, for protocols that store answers. */
  readonly createResponseId: () => string;
}

/** A parsed multipart form with one file. */
export interface SentForm {
  /** The texts of the fields with this name, in order. */
  texts(name: string): readonly string[];
  /** The only file with this name; `null` when there is none, or more than one. */
  file(name: string): { readonly bytes: number } | null;
  /** The length of that file, as a recording. */
  readonly length: RecordingLength;
  /** The form as it goes upstream, with these fields replaced. */
  written(replaced: ReadonlyMap<string, string>): ReopenableBody;
}

/** The face of a surface with multipart forms. */
export interface FormFace extends Face {
  /** The fields that its forms may have. */
  readonly fields: FormFields;
  /** Parses and checks a form. Raises `GatewayError` (400). */
  readForm(form: SentForm): InferenceRequest;
}

/** The face of a surface with JSON bodies. */
export interface JsonFace extends Face {
  /** Parses and checks a request body. Raises `GatewayError` (400). */
  read(body: Buffer, reading: Reading): InferenceRequest;
}
