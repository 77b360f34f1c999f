import { alreadyRead } from '../wire/json-limits.ts';
import { editedJsonText, scanJsonObject } from '../wire/json-text.ts';
import { bodyOfItems, itemsOfBody } from './body-texts.ts';
import { documentsIn, withDocuments } from './with-documents.ts';
import { citedEdits, recitedEdits } from './cited-edits.ts';
import type { TextMap } from './text-map.ts';
import type { TextRestorer } from './text-restorer.ts';

/** A cast body whose citations count in the texts as they were cast, and the documents in it. */
export function withCitations({ citations }: TextMap, body: Buffer, restorer: TextRestorer) {
  if (citations === undefined) return { body, documents: [] };
  const documents = citations.documents === undefined ? [] : documentsIn(citations.documents, body);
  // Citations by position always have such a member.
  const object = body.includes('_index"') ? scanJsonObject(body, alreadyRead) : null;
  if (object === null || object.kind === 'json_fault') return { body, documents };
  const edits = citedEdits(citations.request, object, {
    restorer: withDocuments(restorer, documents),
    direction: 'before',
  });
  return { body: editedJsonText(object, edits), documents };
}

/** Items of earlier turns whose citations count in the texts as they are cast now. */
export function withCitationsAgain(
  { citations }: TextMap,
  { was, now }: { readonly was: readonly Buffer[]; readonly now: readonly Buffer[] },
  restorer: TextRestorer,
): readonly Buffer[] {
  const map = citations?.request;
  if (map === undefined) return now;
  return now.map((item, place) => {
    const kept = was[place];
    if (kept === undefined || kept.equals(item) || !item.includes('_index"')) return item;
    const before = scanJsonObject(bodyOfItems([kept]), alreadyRead);
    const after = scanJsonObject(bodyOfItems([item]), alreadyRead);
    if (before.kind === 'json_fault' || after.kind === 'json_fault') return item;
    const [recited] = itemsOfBody(editedJsonText(after, recitedEdits(map, { was: before, now: after }, restorer)));
    return recited ?? item;
  });
}
