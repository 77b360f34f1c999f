import type { BodyText, FixedText } from '../personal-data/body-texts.ts';
import type { PiiEntity, PiiRequirements } from '../personal-data/pii-kinds.ts';
import type { TextRestorer } from '../personal-data/text-restorer.ts';

/**
 * Finds personal data in texts and stands placeholders in its place. It knows strings: where they stand in bodies and
 * streams is declared by the surfaces, and walked elsewhere. Where none is configured, a caller who needs protection is
 * answered 503: nothing is ever forwarded uncast for them.
 */
export interface PiiEngine {
  /** Casts the texts of one request. Raises `PiiEngineUnavailable` and `PiiMappingLost`. */
  cast(request: CastRequest): Promise<CastConversation>;
  /** The way back of a conversation that was cast before, by its mapping. Raises `PiiEngineUnavailable` and `PiiMappingLost`. */
  recall(mapping: string): Promise<TextRestorer>;
}

/** The texts of one request, and what is known of the conversation that they are a part of. */
export interface CastRequest {
  /** The surface's name in configuration. */
  readonly surface: string;
  /** In the order of the request; earlier turns that it tells again included. */
  readonly texts: readonly BodyText[];
  /** Texts that have to stay as they are: looked through, never cast. */
  readonly fixed: readonly FixedText[];
  /** Formats that schemas of the request bind values to, e.g. `email`. */
  readonly formats: ReadonlySet<string>;
  /** The mappings of the kept turns that the request builds on: what has a placeholder keeps it. */
  readonly earlier: readonly string[];
  /** Whose conversation it is, where it has no earlier turns. */
  readonly origin: ConversationOrigin;
  /** What has to be looked for besides what is configured, and how well at least. */
  readonly required: PiiRequirements;
}

/** What the placeholders of a conversation are drawn from. */
export interface ConversationOrigin {
  /**
   * - `kept`: its mapping is kept. It has a key of its own.
   * - `told`: every turn tells all before it. The same opening of the same person gives the same placeholders.
   * - `compared`: what is made of the texts of a tenant is compared later, as embeddings are: all have the same ones.
   */
  readonly kind: 'kept' | 'told' | 'compared';
  readonly tenantId: string;
  readonly personId: string;
  /** The first words of the conversation; `null`: there are none, and no two requests agree. */
  readonly opening: string | null;
}

/**
 * One conversation's cast, and the way back. The same words have the same placeholder wherever they stand, and other words
 * another; a placeholder that the caller sends back stays, and so does what only looks like one. What has a placeholder
 * holds no quote, backslash or control character, and a placeholder neither: both fit into JSON without escapes.
 */
export interface CastConversation extends TextRestorer {
  /** The texts with placeholders, in the order they came in: as many. */
  readonly texts: readonly string[];
  /** Paths of those texts that have to stay and hold personal data. */
  readonly unfit: readonly string[];
  /** How many different values of each kind the texts held. */
  readonly counts: ReadonlyMap<PiiEntity, number>;
  /** Placeholders and what they stand for, earlier turns included: personal data, to be kept sealed only. */
  readonly mapping: string;
  /**
   * Looks once more through what is about to leave. Answers the kinds of personal data that are left in it: none, unless
   * casting has a defect. Raises `PiiEngineUnavailable`.
   */
  sweep(texts: readonly BodyText[]): Promise<readonly PiiEntity[]>;
}

/** Nobody can say where personal data stands. The message holds none. */
export class PiiEngineUnavailable extends Error {
  override readonly name = 'PiiEngineUnavailable';
}

/** What earlier placeholders stand for cannot be told any more, or not without contradiction. */
export class PiiMappingLost extends Error {
  override readonly name = 'PiiMappingLost';
}
