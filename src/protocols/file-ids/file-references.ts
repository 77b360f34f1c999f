import type { ByteEdit } from '../../wire/byte-edits.ts';
import { replaceValue } from '../../wire/json-edits.ts';
import type { JsonObjectText, JsonSpan } from '../../wire/json-object-text.ts';
import { alreadyRead } from '../../wire/json-limits.ts';
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
  /** Each once, in order; one more than the maximum when the request names more. */
  readonly ids: readonly string[];
  /**
   * The request with the ids replaced and nothing else changed. `names`: from → to. Raises `RangeError` for a request
   * with more ids than the maximum, which was not read to its end.
   */
  renamed(names: FileNames): Buffer;
}

/** Whether a body may name files. Most do not, and are not decoded. */
export function mayNameFiles(body: Buffer): boolean {
  return body.includes(nameBytes) || body.includes(asciiEscape);
}

/** `body` was read without a fault. The search ends at the first id that is one too many. */
export function fileReferences(body: Buffer, idsMax: number): FileReferences {
  const request = scanJsonObject(body, alreadyRead);
  if (request.kind === 'json_fault') throw new RangeError('a body that is no JSON object');
  const found = new Found(idsMax);
  // The request itself is never a tool call, whatever its `type` says.
  lookInObject(request, false, found);
  return {
    ids: [...found.ids],
    renamed: (names) => {
      if (found.isTooMany()) throw new RangeError('a request that names too many files');
      return editedJsonText(
        request,
        found.references.flatMap((reference) => renaming(reference, names)),
      );
    },
  };
}

class Found {
  readonly ids = new Set<string>();
  readonly references: Reference[] = [];
  readonly #idsMax: number;

  constructor(idsMax: number) {
    this.#idsMax = idsMax;
  }

  add(object: JsonObjectText, span: JsonSpan): void {
    const id = object.decode(span);
    this.ids.add(id);
    this.references.push({ id, span });
  }

  isTooMany(): boolean {
    return this.ids.size > this.#idsMax;
  }
}

interface Reference {
  readonly id: string;
  readonly span: JsonSpan;
}

function renaming({ id, span }: Reference, names: FileNames): readonly ByteEdit[] {
  const name = names.get(id);
  return name === undefined ? [] : [replaceValue(span, JSON.stringify(name))];
}

function look(holder: JsonObjectText, value: JsonSpan, found: Found): void {
  if (value.kind === 'array') {
    for (const element of holder.eachElement(value)) {
      if (found.isTooMany()) return;
      look(holder, element, found);
    }
  } else if (value.kind === 'object') {
    const object = holder.object(value);
    lookInObject(object, toolCalls.has(object.string('type') ?? ''), found);
  }
}

function lookInObject(object: JsonObjectText, isCall: boolean, found: Found): void {
  for (const member of object.members) {
    if (found.isTooMany()) return;
    // Most members are texts and numbers, whose names do not matter here.
    if (member.kind !== 'string' && member.kind !== 'object' && member.kind !== 'array') continue;
    const key = object.key(member);
    if (key === single && member.kind === 'string') found.add(object, member);
    else if (key === several) addTexts(object, member, found);
    else if (!foreignKeys.has(key) && !(isCall && key === 'input')) look(object, member, found);
  }
}

function addTexts(object: JsonObjectText, value: JsonSpan, found: Found): void {
  if (value.kind !== 'array') return;
  for (const span of object.eachElement(value)) {
    if (found.isTooMany()) return;
    if (span.kind === 'string') found.add(object, span);
  }
}
