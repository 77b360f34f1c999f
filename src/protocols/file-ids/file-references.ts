import type { ByteEdit } from '../../wire/byte-edits.ts';
import { replaceValue } from '../../wire/json-edits.ts';
import type { JsonObjectText, JsonSpan } from '../../wire/json-object-text.ts';
import { alreadyRead } from '../../wire/json-scan.ts';
import { editedJsonText, scanJsonObject } from '../../wire/json-text.ts';
import type { FileNames } from './file-names.ts';

/** Members that name files, in chat, responses and messages. */
const single = 'file_id';
const several = 'file_ids';

/**
 * Members whose contents are not the protocol's own: schemas and inputs of the caller's tools, labels, and the sources
 * of answers.
 */
const foreignKeys = new Set([
  'input_schema',
  'parameters',
  'schema',
  'metadata',
  'client_metadata',
  'annotations',
  'citations',
]);
const toolCalls = new Set(['tool_use', 'server_tool_use', 'mcp_tool_use']);

/** A JSON escape of an ASCII character, which could hide a member's name from a search in the bytes. */
const asciiEscape = Buffer.from('\\u00');
const nameBytes = Buffer.from(single);

/** The files that a request names. */
export interface FileReferences {
  /** Each once. */
  readonly ids: readonly string[];
  /** The request with the ids replaced and nothing else changed. `names`: from → to. */
  renamed(names: FileNames): Buffer;
}

/** `body` was read without a fault. Most bodies name no file and are not decoded. */
export function fileReferences(body: Buffer): FileReferences {
  if (!body.includes(nameBytes) && !body.includes(asciiEscape)) return { ids: [], renamed: () => body };
  const request = scanJsonObject(body, alreadyRead);
  if (request.kind === 'json_fault') throw new RangeError('a body that is no JSON object');
  const found: Reference[] = [];
  // The request itself is never a tool call, whatever its `type` says.
  lookInObject(request, false, found);
  return {
    ids: [...new Set(found.map(({ id }) => id))],
    renamed: (names) =>
      editedJsonText(
        request,
        found.flatMap((reference) => renaming(reference, names)),
      ),
  };
}

interface Reference {
  readonly id: string;
  readonly span: JsonSpan;
}

function renaming({ id, span }: Reference, names: FileNames): readonly ByteEdit[] {
  const name = names.get(id);
  return name === undefined ? [] : [replaceValue(span, JSON.stringify(name))];
}

function look(holder: JsonObjectText, value: JsonSpan, found: Reference[]): void {
  if (value.kind === 'array') {
    for (const element of holder.eachElement(value)) look(holder, element, found);
  } else if (value.kind === 'object') {
    const object = holder.object(value);
    lookInObject(object, toolCalls.has(object.string('type') ?? ''), found);
  }
}

function lookInObject(object: JsonObjectText, isCall: boolean, found: Reference[]): void {
  for (const member of object.members) {
    // Most members are texts and numbers, whose names do not matter here.
    if (member.kind !== 'string' && member.kind !== 'object' && member.kind !== 'array') continue;
    const key = object.key(member);
    if (key === single && member.kind === 'string') found.push({ id: object.decode(member), span: member });
    else if (key === several) for (const text of textsIn(object, member)) found.push(text);
    else if (!foreignKeys.has(key) && !(isCall && key === 'input')) look(object, member, found);
  }
}

function* textsIn(object: JsonObjectText, value: JsonSpan): Generator<Reference> {
  if (value.kind !== 'array') return;
  for (const span of object.eachElement(value)) if (span.kind === 'string') yield { id: object.decode(span), span };
}
