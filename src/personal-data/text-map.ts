/**
 * Where human text and byte-exact blocks live in the bodies of a surface, as data. What casts, restores, logs or keeps
 * bodies stands on it, and needs to know nothing else of the protocol.
 *
 * A shape lists places by their paths:
 *
 * | written | means |
 * |---|---|
 * | `choices.message` | a member within a member |
 * | `title\|description` | either member |
 * | `metadata.*` | every member that no other path names |
 * | `state.**` | the value itself and everything within it, at any depth |
 * | `metadata.*~`, `state.**~` | the names of those members |
 * | `messages[]` | every element |
 * | `content[type=text]`, `[type=text\|input_text]` | every element of which the member `type` is such a string |
 * | `source{type=text}` | the same of an object that is no element |
 * | `{type=*}`, `{!type}` | the member says something; it is not there, null or empty |
 * | `{index=$choice}`, `[$part]` | only in channels: the member's value, or the element's position, is called so |
 * | (nothing) | the value itself |
 *
 * The more particular path counts, alone: a named member before `*` before `**`, and what is said under a condition before
 * what is said under none.
 */

/**
 * - `text`: human text.
 * - `json_text`: JSON encoded in a string; what it holds is human text, names of members included.
 * - `token_text`: a piece of a text that stands elsewhere. Means nothing by itself; left out where that text is changed.
 * - `signed_text`: human text covered by a signature or bound to one: byte-exact, never rewritten.
 * - `opaque`: byte-exact and not to be read: ids, base64, padding.
 * - `bound`: opaque, and readable to nobody but the account at the upstream that made it: encrypted reasoning, signatures.
 * - `vocabulary`: a word of the protocol or of the caller's own code: types, roles, reasons, names of models and tools.
 * - `url`: an address, to be fetched or shown; its path and query may hold anything.
 * - `secret`: credentials. Never logged, never cast.
 */
export type LeafKind = (typeof leafKinds)[number];

export const leafKinds = [
  'text',
  'json_text',
  'token_text',
  'signed_text',
  'opaque',
  'bound',
  'vocabulary',
  'url',
  'secret',
] as const;

/** Places of a JSON value, from its paths. A shape stands for all that lies below; a function, for one that holds itself. */
export interface TextShape {
  readonly [path: string]: LeafKind | TextShape | (() => TextShape);
}

/**
 * One text that comes in pieces over the records of a stream. Records belong to the same text when everything that the
 * paths call by a name (`$choice`) is the same.
 */
export interface TextChannel {
  readonly name: string;
  readonly kind: 'text' | 'json_text' | 'signed_text' | 'opaque';
  /** Strings that are joined, in order. */
  readonly pieces: readonly string[];
  /** Records before which the text is whole: what is held back of it has to be passed on first. */
  readonly ends: readonly string[];
  /** Strings that repeat the whole text. */
  readonly wholes: readonly string[];
}

/**
 * Where citations tell places in texts, as channels: of each text where it stands whole (`wholes`), and the numbers that are
 * places in it (`ends`), which begin or end a part. A citation of a document of the request is called by
 * `document_index=$document`, `start_char_index=$start`, `end_char_index=$end` and `cited_text=$cited` instead.
 */
export interface CitedTexts {
  readonly channels: readonly TextChannel[];
}

/** Everything of one surface. */
export interface TextMap {
  readonly request: TextShape;
  /** The words of a person that begin a conversation, the first of them; absent where there are no conversations. */
  readonly opening?: TextShape;
  /** What is made of its texts is compared with what was made of others. */
  readonly isCompared?: true;
  /** A whole answer. */
  readonly answer: TextShape;
  /** The body of an upstream's refusal. */
  readonly refusal: TextShape;
  /** The data of one record of a stream; absent where nothing is streamed. */
  readonly record?: TextShape;
  readonly channels?: readonly TextChannel[];
  /** Absent where nothing is cited by places. */
  readonly citations?: {
    readonly request: CitedTexts;
    readonly answer: CitedTexts;
    /** Of a record; what it does not tell whole is the text of the channel with the same name and bindings. */
    readonly record: CitedTexts;
    /** Documents of a request that an answer cites: the `type` of their sources, and as `text` what is plain text. */
    readonly documents?: TextShape;
  };
}
