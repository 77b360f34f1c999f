/**
 * Where human text and byte-exact blocks are in the bodies of a surface, as data. Code that casts, restores, logs or
 * stores bodies uses these declarations, and needs to know nothing else about the protocol.
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
 * | `content[type=text]`, `[type=text\|input_text]` | every element whose member `type` is this string |
 * | `source{type=text}` | an object that is no element, with the same condition |
 * | `{type=*}`, `{!type}` | the member has a value; it is absent, null or empty |
 * | `{index=$choice}`, `[$part]` | only in channels: binds the member's value, or the element's position, to a name |
 * | `{index=$choice?}` | the same; where the member is absent, what was bound last to an object with its id or at its place |
 * | (nothing) | the value itself |
 *
 * Only the most specific path counts: a named member before `*` before `**`, and a path with a condition before one
 * without.
 */

/**
 * - `text`: human text.
 * - `json_text`: JSON encoded in a string; its contents are human text, including names of members.
 * - `token_text`: a piece of a text that stands elsewhere. It has no meaning of its own, and is left out when that text
 *   changes.
 * - `signed_text`: human text covered by a signature or bound to one: byte-exact, never rewritten.
 * - `opaque`: byte-exact and not to be read: ids, base64, padding.
 * - `bound`: opaque, and readable only for the upstream account that made it: encrypted reasoning, signatures.
 * - `vocabulary`: a word of the protocol or of the caller's code: types, roles, reasons, names of models and tools.
 * - `url`: a URL, to be fetched or shown; its path and query may contain anything.
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

/**
 * Places in a JSON value, by path. A shape stands for everything below its path; a function is for a shape that
 * contains itself.
 */
export interface TextShape {
  readonly [path: string]: LeafKind | TextShape | (() => TextShape);
}

/**
 * One text that comes in pieces over the records of a stream. Records belong to the same text when all values that the
 * paths bind to a name (`$choice`) are the same.
 */
export interface TextChannel {
  readonly name: string;
  readonly kind: 'text' | 'json_text' | 'signed_text' | 'opaque';
  /** Strings that are joined, in order. */
  readonly pieces: readonly string[];
  /** Records before which the text is complete: what is held back of it has to be passed on first. */
  readonly ends: readonly string[];
  /** Strings that repeat the whole text. */
  readonly wholes: readonly string[];
}

/**
 * Where citations refer to places in texts, as channels: each text where it is complete (`wholes`), and the numbers
 * that are places in it (`ends`), which begin or end a part. A citation of a document of the request is declared by
 * `document_index=$document`, `start_char_index=$start`, `end_char_index=$end` and `cited_text=$cited` instead.
 */
export interface CitedTexts {
  readonly channels: readonly TextChannel[];
}

/** The declarations of one surface. */
export interface TextMap {
  readonly request: TextShape;
  /** The first words of a person in a conversation; absent when the surface has no conversations. */
  readonly opening?: TextShape;
  /** What the caller's program says: its instructions and tools; absent when the surface has none. */
  readonly instructions?: TextShape;
  /** What is computed from its texts is compared with other texts. */
  readonly isCompared?: true;
  /** A whole answer. */
  readonly answer: TextShape;
  /** The body of an upstream's refusal. */
  readonly refusal: TextShape;
  /** The data of one stream record; absent when nothing is streamed. */
  readonly record?: TextShape;
  readonly channels?: readonly TextChannel[];
  /** Absent when nothing is cited by place. */
  readonly citations?: {
    readonly request: CitedTexts;
    readonly answer: CitedTexts;
    /** For a record. A text that it does not contain whole is that of the channel with the same name and bindings. */
    readonly record: CitedTexts;
    /** Documents of a request that an answer may cite: the `type` of their sources, and plain text as `text`. */
    readonly documents?: TextShape;
  };
}
