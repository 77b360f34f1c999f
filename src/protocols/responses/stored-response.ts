import { OwnIds } from '../file-ids/file-names.ts';
import { applyEdits } from '../../wire/byte-edits.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { alreadyRead } from '../../wire/json-limits.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import { outputItems } from './answer.ts';
import { itemNumber } from '../../domain/responses/response-id.ts';
import { listedId } from './listed-items.ts';
import { replayEdits } from './replay-edits.ts';
import { jsonArray } from './request.ts';

/** The target that answered, and its settings: a continuation goes to the same one or nowhere. */
export interface ResponseBinding {
  /** The profile's own name, never an alias. */
  readonly profile: string;
  readonly target: string;
  readonly upstreamModel: string;
  /** The account at the upstream that made the opaque blocks. */
  readonly account: string;
  /** Personal data was cast: what is stored for the upstream holds placeholders. */
  readonly isCast: boolean;
}

/** A response as it is stored. It is self-contained: nothing else is needed to show or continue it. */
export interface StoredResponse {
  readonly responseId: string;
  readonly binding: ResponseBinding;
  /** Milliseconds since 1970. */
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** The response object as the client got it, as JSON text. */
  readonly shown: Buffer;
  /** All input items that the model was given, including earlier turns, as they went upstream. JSON array. */
  readonly input: Buffer;
  /** The response object as the upstream sent it, if casting or file names made it differ from `shown`. */
  readonly sent: Buffer | null;
  /** The mapping of the conversation's placeholders; `null` when nothing was cast. */
  readonly mapping: string | null;
  /** Files that the conversation names: our id, and the upstream's id, which is in `input` and `sent`. */
  readonly fileNames: readonly (readonly [string, string])[];
}

const version = 1;

/** Encodes a response as bytes, to be sealed. */
export function encodeStoredResponse(stored: StoredResponse): Buffer {
  const { shown, input, sent, ...head } = stored;
  return Buffer.concat([
    Buffer.from(`{"v":${version},"head":${JSON.stringify(head)},"shown":`),
    shown,
    Buffer.from(',"input":'),
    input,
    Buffer.from(',"sent":'),
    sent ?? Buffer.from('null'),
    Buffer.from('}'),
  ]);
}

/** Raises `RangeError` for the bytes of another version. */
export function decodeStoredResponse(bytes: Buffer): StoredResponse {
  const object = scanJsonObject(bytes, alreadyRead);
  if (object.kind === 'json_fault' || object.member('v') === undefined) throw new RangeError('no stored response');
  const found = object.member('v');
  if (found === undefined || object.text(found) !== String(version)) {
    throw new RangeError('a stored response of another version');
  }
  const text = (key: string): Buffer | null => {
    const member = object.member(key);
    return member === undefined || member.kind === 'null' ? null : bytes.subarray(member.valueStart, member.valueEnd);
  };
  const head = object.member('head');
  const [shown, input] = [text('shown'), text('input')];
  if (head === undefined || shown === null || input === null) throw new RangeError('a stored response in parts');
  // Written by `encodeStoredResponse`, and sealed since.
  const fields = object.value(head) as Omit<StoredResponse, 'shown' | 'input' | 'sent' | 'fileNames'> &
    Partial<Pick<StoredResponse, 'fileNames'>>;
  // Answers that were stored before files had names of their own here have no file names.
  return { ...fields, fileNames: fields.fileNames ?? [], shown, input, sent: text('sent') };
}

/** The items at the beginning of a continuation: the input, then the output as it is sent back. */
export function historyOf(stored: StoredResponse): readonly Buffer[] {
  return [...inputTexts(stored), ...replayed(stored)];
}

/** The items of the input as their owner sees them, each as JSON text. */
export function shownInputTexts(stored: StoredResponse): readonly Buffer[] {
  const ids = new OwnIds(new Map(stored.fileNames));
  return inputTexts(stored).map((text) => ids.restored(text));
}

/** The items of the input as they went upstream, each as JSON text. */
function inputTexts({ input }: StoredResponse): readonly Buffer[] {
  const holder = scanned(Buffer.concat([Buffer.from('{"input":'), input, Buffer.from('}')]));
  const items = holder.member('input');
  return items === undefined
    ? []
    : holder.elements(items).map((item) => holder.bytes.subarray(item.valueStart, item.valueEnd));
}

/** The items of the input and of the output by the ids under which they are shown, in the form for another input. */
export function itemsById(stored: StoredResponse): ReadonlyMap<string, Buffer> {
  const given = inputTexts(stored).map((text, index) => {
    return [listedId(scanned(text), itemNumber(stored.responseId, index)), text] as const;
  });
  const made = replayed(stored).flatMap((text) => {
    const id = scanned(text).string('id');
    return id === undefined ? [] : [[id, text] as const];
  });
  return new Map([...given, ...made]);
}

/** A failed answer can be shown, but not continued. */
export function canContinue({ shown }: StoredResponse): boolean {
  return scanned(shown).string('status') !== 'failed';
}

/** Ids of the items of the output. */
export function outputItemIds(response: Buffer): readonly string[] {
  return outputItems(scanned(response)).flatMap((item) => item.string('id') ?? []);
}

/** A page of texts in the list format that clients read. */
export function itemList(texts: readonly Buffer[], hasMore: boolean): Buffer {
  const ids = texts.map((text) => scanned(text).string('id') ?? null);
  const head = JSON.stringify({ first_id: ids[0] ?? null, last_id: ids.at(-1) ?? null, has_more: hasMore });
  return Buffer.concat([Buffer.from('{"object":"list","data":'), jsonArray(texts), Buffer.from(`,${head.slice(1)}`)]);
}

/**
 * The output as input. Reasoning at the very end has produced nothing after it, as in an answer that was cut off:
 * upstreams refuse such a fragment, so it is left out.
 */
function replayed({ shown, sent }: StoredResponse): readonly Buffer[] {
  const response = scanned(sent ?? shown);
  const texts: Buffer[] = [];
  let openReasoning = 0;
  for (const item of outputItems(response)) {
    const edits = replayEdits(item);
    if (edits === null) continue;
    openReasoning = item.string('type') === 'reasoning' ? openReasoning + 1 : 0;
    texts.push(applyEdits(item.bytes.subarray(item.start, item.end), edits, -item.start));
  }
  return openReasoning === 0 ? texts : texts.slice(0, -openReasoning);
}

function scanned(bytes: Buffer): JsonObjectText {
  const object = scanJsonObject(bytes, alreadyRead);
  if (object.kind === 'json_fault') throw new RangeError('a stored response that is no JSON');
  return object;
}
