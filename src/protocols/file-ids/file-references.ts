import type { JsonObjectText, JsonSpan } from '../../wire/json-object-text.ts';
import { alreadyRead } from '../../wire/json-scan.ts';
import { scanJsonObject } from '../../wire/json-text.ts';

/** Members that name files, in chat, responses and messages. */
const single = 'file_id';
const several = 'file_ids';

/**
 * Members below which nothing is the protocol's own: schemas and inputs of the caller's tools, labels, and what answers
 * have said about their sources.
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

/** A JSON escape of an ASCII character: how a name could be spelt so that its bytes do not show it. */
const asciiEscape = Buffer.from('\\u00');
const nameBytes = Buffer.from(single);

/**
 * The ids of the files that a request names, each once. `body` has been read without a fault; most bodies name none, and
 * are not decoded.
 */
export function fileReferences(body: Buffer): readonly string[] {
  if (!body.includes(nameBytes) && !body.includes(asciiEscape)) return [];
  const request = scanJsonObject(body, alreadyRead);
  if (request.kind === 'json_fault') throw new RangeError('a body that is no JSON object');
  const found = new Set<string>();
  // The request itself is no call of a tool, whatever it says of its type.
  lookInObject(request, false, found);
  return [...found];
}

function look(holder: JsonObjectText, value: JsonSpan, found: Set<string>): void {
  if (value.kind === 'array') {
    for (const element of holder.eachElement(value)) look(holder, element, found);
  } else if (value.kind === 'object') {
    const object = holder.object(value);
    lookInObject(object, toolCalls.has(object.string('type') ?? ''), found);
  }
}

function lookInObject(object: JsonObjectText, isCall: boolean, found: Set<string>): void {
  for (const member of object.members) {
    // Most members are texts and numbers, whose names say nothing here.
    if (member.kind !== 'string' && member.kind !== 'object' && member.kind !== 'array') continue;
    const key = object.key(member);
    if (key === single && member.kind === 'string') found.add(object.decode(member));
    else if (key === several) for (const id of textsIn(object, member)) found.add(id);
    else if (!foreignKeys.has(key) && !(isCall && key === 'input')) look(object, member, found);
  }
}

function* textsIn(object: JsonObjectText, value: JsonSpan): Generator<string> {
  if (value.kind !== 'array') return;
  for (const entry of object.eachElement(value)) if (entry.kind === 'string') yield object.decode(entry);
}
