/** Members that no model writes: names, ids, kinds, settings, sealed data, and addresses that a search has found. */
const notWritten =
  /(?:^|_)(?:id|type|role|object|model|provider|status|reason|signature|fingerprint|tier|encrypted_content|data|result|b64_json|partial_image|image_b64|version|language|format|effort|verbosity|truncation|phase|event|obfuscation|created_at|expires_at|instructions|code_interpreter_container|caller|timezone|cache_retention|mode|quality|size|background|category|level|uuid|key|url|urls|date|timestamp|stage|currency|geo|speed|logprobs|embedding|usage|tools|tool_choice|metadata|name|file_ids?|safety_identifier|user|encrypted_index|encrypted_stdout|audio|citations)$/;

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Where a string stands, in words that are the same for the pieces of one text. */
type Place = string;

/** Writes a string anew. */
type Write = (text: string, place: Place) => string;

function writtenAnew(value: Json, place: Place, write: Write): Json {
  if (typeof value === 'string') return write(value, place);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((each: Json, nth) => writtenAnew(each, `${place}[${nth}]`, write));
  const members = Object.entries(value as Readonly<Record<string, Json>>);
  // A signature covers the text beside it; the summary of a compaction is bound to what it summarises.
  const isSigned = members.some(
    ([name, each]) =>
      (name === 'signature' && each !== '' && each !== null) ||
      (name === 'type' && typeof each === 'string' && each.startsWith('compaction')),
  );
  const names = members.map(([name, each]) => {
    const isLeft = notWritten.test(name) || (isSigned && typeof each === 'string') || name === 'thinking';
    return [name, isLeft ? each : writtenAnew(each, `${place}.${name}`, write)] as const;
  });
  return Object.fromEntries(names);
}

/** What says which text a record continues: its own indexes, and those of what it holds. */
function placeOf(record: Json): Place {
  return Array.from(
    JSON.stringify(record).matchAll(/"(?:type|[a-z_]*index|item_id)":(?:"[^"]*"|\d+)/g),
    ([each]) => each,
  ).join();
}

/** The texts that come in pieces. */
const inPieces = /\.(?:content|text|delta|arguments|partial_json|reasoning|reasoning_content|input)$/;

/** A whole answer with a placeholder at the end of each string that a model wrote. */
export function plantedAnswer(answer: string, placeholder: string): string {
  let parsed: Json;
  try {
    parsed = JSON.parse(answer) as Json;
  } catch {
    return `${answer} ${placeholder}`;
  }
  return JSON.stringify(writtenAnew(parsed, '', (text) => `${text} ${placeholder}`));
}

/**
 * A stream with placeholders in each string that a model wrote: cut in two where the next record has a piece of the same
 * text, whole otherwise.
 */
export function plantedStream(stream: string, placeholder: string): string {
  const records = stream.split(/(?<=\n\r?\n)/);
  const parsed = records.map((record) => dataOf(record));
  const open = new Map<Place, string>();
  return records
    .map((record, nth) => {
      const data = parsed[nth];
      if (data === undefined) return record;
      const next = parsed[nth + 1];
      const goesOn = next === undefined ? new Set<Place>() : placesIn(next);
      const planted = writtenAnew(data, placeOf(data), (text, place) => {
        const begun = open.get(place) ?? '';
        open.delete(place);
        if (!goesOn.has(place) || !/delta/.test(place) || !inPieces.test(place) || ends.test(record))
          return `${begun}${text} ${placeholder}`;
        const cut = 1 + ((nth * 7) % (placeholder.length - 1));
        open.set(place, placeholder.slice(cut));
        return `${begun}${text} ${placeholder.slice(0, cut)}`;
      });
      return record.replace(/^data:.*$/m, () => `data: ${JSON.stringify(planted)}`);
    })
    .join('');
}

/** A record that ends its text. */
const ends = /"finish_reason":\s*"/;

function dataOf(record: string): Json | undefined {
  const [, data] = /^data:(.*)$/m.exec(record) ?? [];
  try {
    return data === undefined ? undefined : (JSON.parse(data) as Json);
  } catch {
    return undefined;
  }
}

function placesIn(record: Json): ReadonlySet<Place> {
  const places = new Set<Place>();
  writtenAnew(record, placeOf(record), (text, place) => {
    places.add(place);
    return text;
  });
  return places;
}
