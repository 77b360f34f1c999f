import { applyEdits, type ByteEdit } from '../wire/byte-edits.ts';
import { answerLimits } from '../wire/json-limits.ts';
import type { JsonObjectText } from '../wire/json-object-text.ts';
import { scanJsonObject } from '../wire/json-text.ts';

/** The data of a record that is no JSON object, as the only member of one. */
export interface OtherData {
  readonly object: JsonObjectText;
  /** Edits of the object as edits of the data. */
  editsOf(edits: readonly ByteEdit[]): readonly ByteEdit[];
}

const [before, after] = [Buffer.from('{"":'), Buffer.from('}')];
/** More is no piece of a text, bytes. */
const bytesMax = 65_536;

/** A string or a list of JSON, or text; `null`: it has no text, or too much. */
export function otherData(data: Buffer): OtherData | null {
  if (data.length > bytesMax || /^(?:null|true|false)?$/.test(data.toString('latin1', 0, 6))) return null;
  const json = scannedMember(data);
  const isJson = json !== null && /^["[]/.test(data.toString('latin1', 0, 1));
  if (isJson)
    return {
      object: json,
      editsOf: (edits) =>
        edits.map(({ start, end, replacement }) => ({
          start: start - before.length,
          end: end - before.length,
          replacement,
        })),
    };
  const object = scannedMember(Buffer.from(JSON.stringify(data.toString())));
  if (object === null) return null;
  const written = (edits: readonly ByteEdit[]): string =>
    (JSON.parse(applyEdits(object.bytes, edits).toString()) as { '': string })[''];
  return {
    object,
    editsOf: (edits) => (edits.length === 0 ? [] : [{ start: 0, end: data.length, replacement: written(edits) }]),
  };
}

function scannedMember(value: Buffer): JsonObjectText | null {
  const scanned = scanJsonObject(Buffer.concat([before, value, after]), answerLimits);
  return scanned.kind === 'json_fault' ? null : scanned;
}
