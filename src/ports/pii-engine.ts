import type { BodyText } from '../personal-data/body-texts.ts';
import type { TextRestorer } from '../personal-data/text-restorer.ts';

/**
 * Finds personal data in texts and stands placeholders in its place. It knows strings: where they stand in bodies and
 * streams is declared by the surfaces, and walked elsewhere. Until an engine is configured, a caller who needs protection
 * is answered 503: nothing is ever forwarded uncast for them.
 */
export interface PiiEngine {
  /** Casts the texts of one request. Raises `PiiEngineUnavailable`. */
  cast(request: CastRequest): Promise<CastConversation>;
  /** The way back of a conversation that was cast before, by its mapping. Raises `PiiEngineUnavailable`. */
  recall(mapping: string): Promise<TextRestorer>;
}

export interface CastRequest {
  /** The surface's name in configuration. */
  readonly surface: string;
  /** In the order of the request; earlier turns that it tells again included. */
  readonly texts: readonly BodyText[];
  /** The mapping of the kept turns that the request continues: what has a placeholder keeps it. `null`: it begins. */
  readonly earlier: string | null;
}

/**
 * One conversation's cast, and the way back. The same words have the same placeholder wherever they stand, and other words
 * another; a placeholder that the caller sends back stays, and so does what only looks like one. What has a placeholder
 * holds no quote, backslash or control character, and a placeholder neither: both fit into JSON without escapes.
 */
export interface CastConversation extends TextRestorer {
  /** The texts with placeholders, in the order they came in: as many. */
  readonly texts: readonly string[];
  /** Placeholders and what they stand for, earlier turns included: personal data, to be kept sealed only. */
  readonly mapping: string;
}

export class PiiEngineUnavailable extends Error {
  override readonly name = 'PiiEngineUnavailable';
}
