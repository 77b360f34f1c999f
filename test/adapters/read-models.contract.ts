import test, { type ExecutionContext } from 'ava';
import { ProjectionRewound, type Projection, type ReadModels } from '../../src/ports/read-models.ts';
import {
  comparePlaces,
  creditAt,
  creditBatch,
  debitAt,
  openingAt,
  place,
  tally,
  type Tally,
} from '../_support/tally-projection.ts';

export type OpenReadModels = (t: ExecutionContext, comparePositions: typeof comparePlaces) => ReadModels;

const otherVersion: Projection<Tally> = { ...tally, version: 2 };

/** What every store of read models does. */
export function readModelsContract(name: string, openReadModels: OpenReadModels): void {
  const open = (t: ExecutionContext): ReadModels => openReadModels(t, comparePlaces);
  const eventsOf = (readModels: ReadModels): readonly (readonly [string, number])[] =>
    readModels.list(tally).map(({ key, document }) => [key, document.events] as const);

  test(`${name}: a projection that was never fed has no checkpoint and no documents`, (t) => {
    const readModels = open(t);
    t.is(readModels.checkpoint(tally), null);
    t.is(readModels.get(tally, 'wallet-a'), null);
    t.is(readModels.find(tally, 'even:wallet-a'), null);
    t.deepEqual(readModels.list(tally), []);
    t.deepEqual(readModels.snapshot(tally), { checkpoint: null, documents: new Map() });
  });

  test(`${name}: a batch changes the documents and moves the checkpoint`, (t) => {
    const readModels = open(t);
    readModels.apply(tally, creditBatch(1, 7));
    t.is(readModels.checkpoint(tally), place(7));
    t.deepEqual(eventsOf(readModels), [
      ['wallet-a', 2],
      ['wallet-b', 3],
      ['wallet-c', 2],
    ]);
    t.deepEqual(readModels.get(tally, 'wallet-a'), { stream: 'wallet-a', events: 2, parity: 'even' });
  });

  test(`${name}: a batch that is applied twice counts once`, (t) => {
    const readModels = open(t);
    readModels.apply(tally, creditBatch(1, 7));
    readModels.apply(tally, creditBatch(1, 7));
    t.is(readModels.get(tally, 'wallet-b')?.events, 3);
    t.is(readModels.checkpoint(tally), place(7));
  });

  test(`${name}: only the events behind the checkpoint count of a batch that overlaps it`, (t) => {
    const readModels = open(t);
    readModels.apply(tally, creditBatch(1, 7));
    readModels.apply(tally, creditBatch(4, 10));
    t.is(readModels.get(tally, 'wallet-b')?.events, 4);
    t.is(readModels.checkpoint(tally), place(10));
  });

  test(`${name}: the checkpoint moves without events and never moves back`, (t) => {
    const readModels = open(t);
    readModels.apply(tally, { after: null, events: [], upTo: place(20) });
    t.is(readModels.checkpoint(tally), place(20));
    readModels.apply(tally, { after: null, events: [creditAt(3)], upTo: place(3) });
    t.is(readModels.checkpoint(tally), place(20));
    t.deepEqual(eventsOf(readModels), []);
  });

  test(`${name}: a batch that builds on more than is stored is refused and changes nothing`, (t) => {
    const readModels = open(t);
    readModels.apply(tally, creditBatch(1, 7));
    t.throws(() => readModels.apply(tally, creditBatch(10, 12)), { instanceOf: ProjectionRewound });
    readModels.reset(tally);
    t.throws(() => readModels.apply(tally, creditBatch(8, 9)), { instanceOf: ProjectionRewound });
    t.deepEqual(eventsOf(readModels), []);
    t.is(readModels.checkpoint(tally), null);
  });

  test(`${name}: a projection that throws changes nothing`, (t) => {
    const readModels = open(t);
    readModels.apply(tally, creditBatch(1, 3));
    const failing: Projection<Tally> = {
      ...tally,
      evolve: (document, recorded, others) => {
        if (recorded.position === place(5)) throw new TypeError('a defect');
        return tally.evolve(document, recorded, others);
      },
    };
    t.throws(() => readModels.apply(failing, creditBatch(4, 6)), { instanceOf: TypeError });
    t.is(readModels.checkpoint(tally), place(3));
    readModels.apply(tally, creditBatch(4, 6));
    t.is(readModels.get(tally, 'wallet-b')?.events, 2);
  });

  test(`${name}: a document that evolves to null is removed, with its lookup`, (t) => {
    const readModels = open(t);
    readModels.apply(tally, creditBatch(1, 6));
    t.truthy(readModels.find(tally, 'even:wallet-a'));
    readModels.apply(tally, { after: place(6), events: [debitAt(7, 'a')], upTo: place(7) });
    t.is(readModels.get(tally, 'wallet-a'), null);
    t.is(readModels.find(tally, 'even:wallet-a'), null);
    t.is(readModels.list(tally).length, 2);
  });

  test(`${name}: an event without a key changes no document`, (t) => {
    const readModels = open(t);
    readModels.apply(tally, { after: null, events: [openingAt(1, 'a')], upTo: place(1) });
    t.deepEqual(readModels.list(tally), []);
    t.is(readModels.checkpoint(tally), place(1));
  });

  test(`${name}: a lookup finds the document as long as the document carries it`, (t) => {
    const readModels = open(t);
    readModels.apply(tally, creditBatch(1, 6));
    t.is(readModels.find(tally, 'even:wallet-b')?.stream, 'wallet-b');
    readModels.apply(tally, creditBatch(7, 7));
    t.is(readModels.find(tally, 'even:wallet-b'), null);
  });

  test(`${name}: the first document by key is found for a lookup of several`, (t) => {
    const readModels = open(t);
    const shared: Projection<Tally> = { ...tally, lookupOf: () => 'all' };
    readModels.apply(shared, creditBatch(1, 3));
    t.is(readModels.find(shared, 'all')?.stream, 'wallet-a');
  });

  test(`${name}: documents are listed in key order, page by page`, (t) => {
    const readModels = open(t);
    readModels.apply(tally, creditBatch(1, 9));
    const first = readModels.list(tally, { limit: 2 });
    t.deepEqual(
      first.map(({ key }) => key),
      ['wallet-a', 'wallet-b'],
    );
    const rest = readModels.list(tally, { afterKey: 'wallet-b', limit: 2 });
    t.deepEqual(
      rest.map(({ key }) => key),
      ['wallet-c'],
    );
  });

  test(`${name}: versions of a projection know nothing of each other`, (t) => {
    const readModels = open(t);
    readModels.apply(tally, creditBatch(1, 6));
    t.is(readModels.checkpoint(otherVersion), null);
    t.is(readModels.get(otherVersion, 'wallet-a'), null);
    readModels.apply(otherVersion, creditBatch(1, 3));
    readModels.reset(otherVersion);
    t.is(readModels.get(tally, 'wallet-a')?.events, 2);
    t.is(readModels.checkpoint(tally), place(6));
  });

  test(`${name}: a snapshot that replaces the documents is served`, (t) => {
    const readModels = open(t);
    readModels.apply(otherVersion, creditBatch(1, 4));
    const snapshot = readModels.snapshot(otherVersion);
    t.is(snapshot.checkpoint, place(4));
    t.deepEqual([...snapshot.documents.keys()].sort(), ['wallet-a', 'wallet-b', 'wallet-c']);
    readModels.apply(tally, creditBatch(1, 9));
    readModels.replace(tally, { checkpoint: place(2), documents: new Map([['wallet-b', tallyOf('wallet-b', 2)]]) });
    t.deepEqual(eventsOf(readModels), [['wallet-b', 2]]);
    t.is(readModels.checkpoint(tally), place(2));
    t.is(readModels.find(tally, 'even:wallet-b')?.events, 2);
    t.is(readModels.find(tally, 'even:wallet-a'), null);
    readModels.apply(tally, creditBatch(3, 4));
    t.is(readModels.get(tally, 'wallet-b')?.events, 3);
  });

  test(`${name}: a stream that cannot be read waits, and the others are folded`, (t) => {
    const readModels = open(t);
    readModels.apply(tally, creditBatch(1, 6));
    const wait = { stream: 'wallet-a', revision: 2, type: 'FromTheFuture' };
    const unread = [{ ...wait, position: place(9) }];
    readModels.apply(tally, { after: place(6), events: [creditAt(7), creditAt(8)], unread, upTo: place(9) });
    readModels.apply(tally, creditBatch(10, 12));
    t.deepEqual(readModels.waiting(tally), [wait]);
    t.deepEqual(readModels.waiting(otherVersion), []);
    t.is(readModels.checkpoint(tally), place(12));
    t.deepEqual(eventsOf(readModels), [
      ['wallet-a', 2],
      ['wallet-b', 4],
      ['wallet-c', 4],
    ]);
    t.deepEqual(readModels.snapshot(tally).waiting, [wait]);
  });

  test(`${name}: events that another process folded do not make a stream wait`, (t) => {
    const readModels = open(t);
    readModels.apply(tally, creditBatch(1, 9));
    const unread = [{ stream: 'wallet-a', revision: 2, type: 'FromTheFuture', position: place(9) }];
    readModels.apply(tally, { after: place(6), events: [creditAt(7), creditAt(8)], unread, upTo: place(10) });
    t.deepEqual(readModels.waiting(tally), []);
  });

  test(`${name}: a stream that waits continues with its missed events, once, and no further than they were read`, (t) => {
    const readModels = open(t);
    const from = { stream: 'wallet-a', revision: 0, type: 'FromTheFuture' };
    const unread = [{ ...from, position: place(3) }];
    readModels.apply(tally, { after: null, events: [creditAt(1), creditAt(2)], unread, upTo: place(3) });
    readModels.apply(tally, creditBatch(4, 8));
    const next = { stream: 'wallet-a', revision: 1, type: 'FromTheFuture' };
    const part = { from, events: [creditAt(3)], next, checkpoint: place(8) };
    t.true(readModels.resume(tally, part));
    t.false(readModels.resume(tally, part));
    t.deepEqual(readModels.waiting(tally), [next]);
    const rest = { from: next, events: [creditAt(6)], next: null, checkpoint: place(8) };
    readModels.apply(tally, creditBatch(9, 9));
    t.false(readModels.resume(tally, rest), 'event 9 came meanwhile');
    t.is(readModels.get(tally, 'wallet-a')?.events, 1);
    t.true(readModels.resume(tally, { ...rest, events: [creditAt(6), creditAt(9)], checkpoint: place(9) }));
    t.deepEqual(readModels.waiting(tally), []);
    t.is(readModels.get(tally, 'wallet-a')?.events, 3);
    readModels.apply(tally, creditBatch(10, 12));
    t.is(readModels.get(tally, 'wallet-a')?.events, 4);
  });

  test(`${name}: waiting streams are removed with the documents of their projection`, (t) => {
    const readModels = open(t);
    const wait = { stream: 'wallet-a', revision: 0, type: 'FromTheFuture' };
    readModels.apply(tally, { after: null, events: [], unread: [{ ...wait, position: place(3) }], upTo: place(3) });
    const snapshot = readModels.snapshot(tally);
    readModels.replace(tally, { checkpoint: place(3), documents: new Map() });
    t.deepEqual(readModels.waiting(tally), []);
    readModels.replace(tally, snapshot);
    t.deepEqual(readModels.waiting(tally), [wait]);
    readModels.reset(tally);
    t.deepEqual(readModels.waiting(tally), []);
  });

  test(`${name}: what an event sets beside its own document is stored, whether it was there or not`, (t) => {
    const beside: Projection<Tally> = {
      ...tally,
      evolve: (_, { stream }, others) => {
        others.set('overwritten', tallyOf(stream, 2));
        others.set('made', tallyOf(stream, 1));
        others.set('removed', null);
        others.set('never there', null);
        return null;
      },
    };
    const readModels = open(t);
    const before = ['overwritten', 'removed', 'untouched'].map((key) => [key, tallyOf(key, 4)] as const);
    readModels.replace(beside, { checkpoint: place(2), documents: new Map(before) });
    readModels.apply(beside, creditBatch(3, 3));
    t.deepEqual(readModels.list(beside), [
      { key: 'made', document: tallyOf('wallet-a', 1) },
      { key: 'overwritten', document: tallyOf('wallet-a', 2) },
      { key: 'untouched', document: tallyOf('untouched', 4) },
    ]);
    t.is(readModels.find(beside, 'even:overwritten'), null);
    t.is(readModels.find(beside, 'even:removed'), null);
  });

  test(`${name}: a change of a returned document does not change the store`, (t) => {
    const readModels = open(t);
    readModels.apply(tally, creditBatch(1, 3));
    const document = readModels.get(tally, 'wallet-a');
    t.truthy(document);
    Object.assign(document ?? {}, { events: 99 });
    t.is(readModels.get(tally, 'wallet-a')?.events, 1);
  });
}

function tallyOf(stream: string, events: number): Tally {
  return { stream, events, parity: events % 2 === 0 ? 'even' : 'odd' };
}
