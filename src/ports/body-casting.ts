import type { FixedText } from '../personal-data/body-texts.ts';
import type { KeptValue } from '../personal-data/placeholders/kept-values.ts';
import type { PiiEntity, PiiRequirements } from '../personal-data/pii-kinds.ts';
import type { TextMap } from '../personal-data/text-map.ts';
import type { TextRestorer } from '../personal-data/text-restorer.ts';
import type { ConversationOrigin } from '../personal-data/placeholders/conversation-key.ts';
import type { Whose } from './pii-engine.ts';

/** Casts and restores whole bodies: finds their texts along a map, and gives them to the engine. */
export interface BodyCasting {
  /**
   * Casts a request. Raises `PiiEngineUnavailable`, `PiiMappingLost` and `TooManyTexts`; and `EqualNames` when two names
   * of one object are the same value, so that its placeholder cannot stand for both.
   */
  cast(given: BodyToCast): Promise<CastBody | EncodedBody>;
  /** A stored body as its owner wrote it. Raises `PiiEngineUnavailable` and `PiiMappingLost`. */
  restore(mapping: string, place: BodyPlace, whose: Whose): Promise<Buffer>;
}

/** A request, and what is known of its conversation. It is data: it may go to another thread. */
export interface BodyToCast {
  readonly map: TextMap;
  /** The surface's name in configuration. */
  readonly surface: string;
  readonly body: Buffer;
  /** The stored items that it continues, each a JSON text; they are cast with it. */
  readonly items: readonly Buffer[];
  /** Texts outside of the body that must not be changed. */
  readonly fixed: readonly FixedText[];
  /** The mappings of the stored turns that it continues; `null`: one is lost. */
  readonly earlier: readonly (string | null)[];
  readonly kind: ConversationOrigin['kind'];
  readonly whose: Whose;
  readonly required: PiiRequirements;
  /** It goes nowhere when it contains base64 that nothing can be looked for in: then nothing is cast. */
  readonly isStoppedByEncoded: boolean;
}

/** A request that was not cast: the path of base64 that cannot be inspected. */
export interface EncodedBody {
  readonly kind: 'encoded';
  readonly path: string;
}

/** A request that may leave, with what it continues. */
export interface CastBody {
  readonly kind: 'cast';
  readonly body: Buffer;
  readonly items: readonly Buffer[];
  /** The documents in the body that an answer may cite by position. */
  readonly documents: readonly string[];
  /** The path of base64 that cannot be inspected; `null`: there is none. */
  readonly encoded: string | null;
  /** The path of personal data that cannot be changed; `null`: there is none. */
  readonly unfit: string | null;
  readonly conversation: BodyConversation;
}

/** What is known after a request was cast, and the way back. */
export interface BodyConversation {
  /** Number of different values of each kind in the texts. */
  readonly counts: ReadonlyMap<PiiEntity, number>;
  /** Number of different values of each kind whose placeholders stayed in links of the answer so far. */
  readonly kept: ReadonlyMap<PiiEntity, number>;
  /** See `CastConversation`: personal data, to be stored only sealed. */
  readonly mapping: string;
  /** For texts that come in pieces. */
  readonly restorer: TextRestorer;
  /** Searches a body that is about to be sent. Returns the kinds of personal data left in it. Raises `PiiEngineUnavailable`. */
  sweep(map: TextMap, body: Buffer): Promise<readonly PiiEntity[]>;
  /** A whole body of the answer with the caller's words. */
  restore(place: BodyPlace): Promise<Buffer>;
}

/** A body whose placeholders are replaced, and where its texts are. */
export interface BodyPlace {
  readonly map: TextMap;
  readonly part: 'request' | 'answer' | 'refusal';
  readonly body: Buffer;
  /** The documents of the request that it may cite. */
  readonly documents: readonly string[];
}

/** Does the work of a body elsewhere than in the thread of requests, with an engine that is configured alike. */
export interface BodyThreads {
  /** Like `BodyCasting.cast`, without the way back. */
  cast(given: BodyToCast): Promise<(Omit<CastBody, 'conversation'> & CastOutcome) | EncodedBody>;
  /** Like `BodyConversation.sweep`. */
  sweep(mapping: string, place: Pick<BodyPlace, 'map' | 'body'>, whose: Whose): Promise<readonly PiiEntity[]>;
  /** Like `BodyConversation.restore`, with the values that stayed. */
  restore(mapping: string, place: BodyPlace, whose: Whose): Promise<RestoredElsewhere>;
}

/** What is known of a conversation after it was cast. */
export type CastOutcome = Pick<BodyConversation, 'counts' | 'mapping'>;

/** A restored body, and the values whose placeholders stayed in it. */
export interface RestoredElsewhere {
  readonly body: Buffer;
  /** Each once. */
  readonly kept: readonly KeptValue[];
}
