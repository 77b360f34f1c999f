/** What files are called on both sides: our id → the upstream's. Ids are plain ASCII, nothing that JSON escapes. */
export type FileNames = ReadonlyMap<string, string>;

/** Shorter ids of an upstream are no names of their own: `7` stands in many texts. They are renamed as members only. */
const tellingIdLength = 12;

const oneFile = /(?<!\\)("file_id"\s*:\s*")([^"\\]{1,200})"/g;
const someFiles = /(?<!\\)"file_ids"\s*:\s*\[[^\]]*\]/g;

/** A request as the upstream is to have it: its own ids where members name files, and nowhere else. */
export function withUpstreamIds(body: Buffer, names: FileNames): Buffer {
  return names.size === 0 ? body : Buffer.from(membersRenamed(body.toString('latin1'), names), 'latin1');
}

/**
 * Puts our ids in the place of the upstream's in what that said: where members name files, and in any text, since models
 * that run code are told the ids as names of files. `null` where there is nothing to rename.
 */
export function ownIdsRestorer(names: FileNames): ((bytes: Buffer) => Buffer) | null {
  if (names.size === 0) return null;
  const ours = new Map([...names].map(([own, theirs]) => [theirs, own]));
  const ids = [...ours.keys()].map((id) => Buffer.from(id));
  const telling = tellingIds(ours.keys());
  return (bytes) => {
    if (!ids.some((id) => bytes.includes(id))) return bytes;
    const members = membersRenamed(bytes.toString('latin1'), ours);
    const text = telling === null ? members : members.replaceAll(telling, (id) => ours.get(id) ?? id);
    return Buffer.from(text, 'latin1');
  };
}

/** `names`: from → to. */
function membersRenamed(text: string, names: ReadonlyMap<string, string>): string {
  return text
    .replaceAll(oneFile, (member: string, head: string, id: string) => {
      const renamed = names.get(id);
      return renamed === undefined ? member : `${head}${renamed}"`;
    })
    .replaceAll(someFiles, (member) =>
      member.replaceAll(/"([^"\\]{1,200})"/g, (text: string, id: string) => {
        const renamed = names.get(id);
        return renamed === undefined ? text : `"${renamed}"`;
      }),
    );
}

/** The longer first: one id may begin with another. `null`: none is long enough. */
function tellingIds(ids: Iterable<string>): RegExp | null {
  const telling = [...ids].filter((id) => id.length >= tellingIdLength).toSorted((a, b) => b.length - a.length);
  if (telling.length === 0) return null;
  const alternatives = telling.map((id) => id.replaceAll(/[^A-Za-z0-9_]/g, String.raw`\$&`));
  return new RegExp(`(?:${alternatives.join('|')})(?![A-Za-z0-9])`, 'g');
}
