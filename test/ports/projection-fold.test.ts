import test from 'ava';
import { FoldedProjectionDocuments, foldEvents } from '../../src/ports/projection-fold.ts';
import type { Projection } from '../../src/ports/read-models.ts';
import { creditAt, tally, type Tally } from '../_support/tally-projection.ts';

const stored: Tally = { stream: 'stored', events: 7, parity: 'odd' };

/** What three events of one stream change, and the keys that were read for it. */
function foldedWith(evolve: Extract<Projection<Tally>, { held?: undefined }>['evolve']) {
  const read: string[] = [];
  const changes = foldEvents({ ...tally, evolve }, [3, 6, 9].map(creditAt), (key) => {
    read.push(key);
    return stored;
  });
  return { read, changes };
}

test('an event of a type that a projection does not hear changes nothing, wherever it comes from', (t) => {
  const deaf = { ...tally, eventTypes: new Set(['WalletOpened'] as const) };
  t.deepEqual([...foldEvents(deaf, [creditAt(3)], () => stored)], []);
  const documents = new FoldedProjectionDocuments(deaf);
  documents.fold(creditAt(3));
  t.is(documents.written().size, 0);
});

test('a document that is only set is not read, and one that is read first is read once', (t) => {
  const { read, changes } = foldedWith((own, _, others) => {
    others.set('set', { ...stored, events: 1 });
    others.set('read', { ...stored, events: (others.get('read')?.events ?? 0) + 1 });
    return own;
  });
  t.deepEqual(read, ['wallet-a', 'read']);
  t.deepEqual(changes.get('set'), { before: undefined, after: { ...stored, events: 1 } });
  t.deepEqual(changes.get('read'), { before: stored, after: { ...stored, events: 10 } });
});

test('a document that was set is found as it was set, and what is returned for the own one counts', (t) => {
  const { read, changes } = foldedWith((own, { stream }, others) => {
    others.set('set', null);
    others.set(stream, { ...stored, events: 99 });
    t.is(others.get('set'), null);
    return { ...stored, events: (own?.events ?? 0) + 1 };
  });
  t.deepEqual(read, ['wallet-a']);
  t.deepEqual(changes.get('set'), { before: undefined, after: null });
  t.deepEqual(changes.get('wallet-a'), { before: stored, after: { ...stored, events: 10 } });
});
