import { OwnIds } from '../file-ids/file-names.ts';
import { applyEdits } from '../../wire/byte-edits.ts';
import type { JsonObjectText } from '../../wire/json-object-text.ts';
import { alreadyRead } from '../../wire/json-scan.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import { outputItems } from './answer.ts';
import { itemNumber } from '../../domain/response-id.ts';
import { listedId, replayEdits } from './items.ts';
import { jsonArray } from './request.ts';

/** Who answered, and as what: a continuation goes there again or nowhere. */
export interface ResponseBinding {
  /** The profile's own name, no alias. */
  readonly profile: string;
  readonly target: string;
  readonly upstreamModel: string;
  /** Names the account at the upstream that minted the opaque blocks. */
  readonly account: string;
  /** Personal data was cast: what is kept for the upstream holds placeholders. */
  readonly isCast: boolean;
}

/** A response as it is kept: whole in itself, so that nothing else is needed to show it or to go on from it. */
export interface StoredResponse {
  readonly responseId: string;
  readonly binding: ResponseBinding;
  /** Milliseconds since 1970. */
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  /** The response object as the client got it. JSON text. */
  readonly shown: Buffer;
  /** All input items that the model was given, earlier turns included, as they went upstream. JSON array. */
  readonly input: Buffer;
  /** The response object as the upstream meant it, where casting or names of files made it another than `shown`. */
  readonly sent: Buffer | null;
  /** The mapping of the conversation's placeholders; `null` when nothing was cast. */
  readonly mapping: string | null;
  /** Of the files that the conversation names: our id, and the upstream's, which stands in `input` and `sent`. */
  readonly fileNames: readonly (readonly [string, string])[];
}

const version = 1;

/** As bytes, to be sealed. */
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

/** Raises `RangeError` for what another version wrote. */
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
  // Answers that were kept before files had names of their own here name none.
  return { ...fields, fileNames: fields.fileNames ?? [], shown, input, sent: text('sent') };
}

/** The items that a continuation begins with: what went in, and what came out, as it goes back in. */
export function historyOf(stored: StoredResponse): readonly Buffer[] {
  return [...inputTexts(stored), ...replayed(stored)];
}

/** The items of the input as their owner is shown them, each as JSON text. */
export function shownInputTexts(stored: StoredResponse): readonly Buffer[] {
  const ids = new OwnIds(new Map(stored.fileNames));
  return inputTexts(stored).map((text) => ids.restored(text));
}

/** The items of the input as the upstream was given them, each as JSON text. */
function inputTexts({ input }: StoredResponse): readonly Buffer[] {
  const holder = scanned(Buffer.concat([Buffer.from('{"input":'), input, Buffer.from('}')]));
  const items = holder.member('input');
  return items === undefined
    ? []
    : holder.elements(items).map((item) => holder.bytes.subarray(item.valueStart, item.valueEnd));
}

/** The items of the input and of the output by the ids under which they are shown, as they go into another input. */
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

/** A failed answer is shown, and nothing goes on from it. */
export function canContinue({ shown }: StoredResponse): boolean {
  return scanned(shown).string('status') !== 'failed';
}

/** Ids of the items of the output. */
export function outputItemIds(response: Buffer): readonly string[] {
  return outputItems(scanned(response)).flatMap((item) => item.string('id') ?? []);
}

/** A page of texts as the list that clients read. */
export function itemList(texts: readonly Buffer[], hasMore: boolean): Buffer {
  const ids = texts.map((text) => scanned(text).string('id') ?? null);
  const head = JSON.stringify({ first_id: ids[0] ?? null, last_id: ids.at(-1) ?? null, has_more: hasMore });
  return Buffer.concat([Buffer.from('{"object":"list","data":'), jsonArray(texts), Buffer.from(`,${head.slice(1)}`)]);
}

/**
 * The output as input. Reasoning at the very end produced nothing that follows it, as in an answer that was cut off: such
 * a half is refused upstream, and stays out.
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
