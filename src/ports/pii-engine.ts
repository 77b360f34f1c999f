import type { ConversationOrigin } from '../personal-data/placeholders/conversation-key.ts';
import type { BodyText, FixedText } from '../personal-data/body-texts.ts';
import type { PiiEntity, PiiRequirements } from '../personal-data/pii-kinds.ts';
import type { KeptValues } from '../personal-data/placeholders/kept-values.ts';
import type { TextRestorer } from '../personal-data/text-restorer.ts';

/**
 * Finds personal data in texts and replaces it by placeholders. It only knows strings: surfaces declare where they are
 * in bodies and streams. If no engine is configured, a caller who needs protection gets 503: nothing is forwarded
 * uncast for that caller.
 */
export interface PiiEngine {
  /** Casts the texts of one request. Raises `PiiEngineUnavailable`, `PiiMappingLost` and `TooManyTexts`. */
  cast(request: CastRequest): Promise<CastConversation>;
  /** An earlier conversation, from its mapping. Raises `PiiEngineUnavailable` and `PiiMappingLost`. */
  recall(mapping: string, whose: Whose): Promise<RecalledConversation>;
}

/** Whose texts they are. */
export type Whose = Pick<ConversationOrigin, 'tenantId' | 'userId'> & { readonly keyId: string };

/** The texts of one request, and what is known of their conversation. */
export interface CastRequest {
  /** The surface's name in configuration. */
  readonly surface: string;
  /** In the order of the request, including earlier turns that it repeats. */
  readonly texts: readonly BodyText[];
  /** Texts that must not change: searched, but never cast. */
  readonly fixed: readonly FixedText[];
  /** Formats that schemas of the request require of values, e.g. `email`. */
  readonly formats: ReadonlySet<string>;
  /** Hosts that the instructions of the caller's program name: in their links values are restored. */
  readonly hosts: ReadonlySet<string>;
  /** Hosts that the texts of its user name: in their links too, where no hosts are configured. */
  readonly userHosts: ReadonlySet<string>;
  /** The mappings of the stored turns that the request continues: values keep their placeholders. */
  readonly earlier: readonly string[];
  /** Whose conversation it is; used if it has no earlier turns. */
  readonly origin: ConversationOrigin;
  /** The tenant and key that ask. Long works of different callers take turns. */
  readonly sharer: { readonly tenantId: string; readonly keyId: string };
  /** What to search for besides what is configured, with the least grade. */
  readonly required: PiiRequirements;
}

/** The way back to the values of a conversation. */
export interface RecalledConversation extends TextRestorer {
  /** The values whose placeholders stayed in links of the answer so far. */
  readonly kept: KeptValues;
  /**
   * Searches once more what is about to be sent. Returns the kinds of personal data left in it: none, unless casting
   * has a defect. Raises `PiiEngineUnavailable`.
   */
  sweep(texts: readonly BodyText[]): Promise<readonly PiiEntity[]>;
}

/**
 * One conversation's cast texts, and the way back. Equal values always get the same placeholder, and different values
 * different ones. A placeholder sent back by the caller stays, and so does text that only looks like one. Neither
 * values nor placeholders contain a quote, backslash or control character: both fit into JSON without escapes.
 */
export interface CastConversation extends RecalledConversation {
  /** The texts with placeholders, in their original order and number. */
  readonly texts: readonly string[];
  /** Paths of the fixed texts that contain personal data. */
  readonly unfit: readonly string[];
  /** Number of different values of each kind in the texts. */
  readonly counts: ReadonlyMap<PiiEntity, number>;
  /** Placeholders and their values, including those of earlier turns. Personal data: store it only sealed. */
  readonly mapping: string;
}

/** Personal data cannot be searched for now. The message contains none. */
export class PiiEngineUnavailable extends Error {
  override readonly name = 'PiiEngineUnavailable';
}

/** The values of earlier placeholders are lost, or contradict each other. */
export class PiiMappingLost extends Error {
  override readonly name = 'PiiMappingLost';
}
