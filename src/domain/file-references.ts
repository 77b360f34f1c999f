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
  const found = new Set<string>();
  // The request itself is no call of a tool, whatever it says of its type.
  look(JSON.parse(body.toString()), found, { isRequest: true });
  return [...found];
}

function look(value: unknown, found: Set<string>, { isRequest = false } = {}): void {
  if (Array.isArray(value)) {
    for (const entry of value) look(entry, found);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const isCall = !isRequest && 'type' in value && typeof value.type === 'string' && toolCalls.has(value.type);
  for (const [key, inner] of Object.entries(value)) {
    if (key === single && typeof inner === 'string') found.add(inner);
    else if (key === several) for (const id of textsIn(inner)) found.add(id);
    else if (!foreignKeys.has(key) && !(isCall && key === 'input')) look(inner, found);
  }
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
