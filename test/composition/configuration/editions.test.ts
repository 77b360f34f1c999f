import test from 'ava';
import { Editions } from '../../../src/composition/configuration/editions.ts';
import type { Edition } from '../../../src/composition/configuration/edition.ts';

interface Scripted {
  readonly edition: Edition;
  readonly closed: () => number;
  readonly answered: () => number;
}

/** An edition whose requests last until `work` ends. */
function scripted(work: () => Promise<void> = async () => undefined): Scripted {
  let [closed, answered] = [0, 0];
  const parts: Pick<Edition, 'routes' | 'close'> = {
    routes: async () => {
      answered++;
      await work();
    },
    close: async () => {
      closed++;
    },
  };
  // `as`: nothing else of an edition is used here.
  return { edition: parts as Edition, closed: () => closed, answered: () => answered };
}

// `as`: an edition of this test looks at neither.
const ask = (editions: Editions): Promise<void> => editions.routes({} as never, async () => undefined) as Promise<void>;

test('a request is answered by the edition in force at its start, which closes after its last request', async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const [first, second] = [scripted(() => promise), scripted()];
  const editions = new Editions(first.edition);
  const running = [ask(editions), ask(editions)];

  editions.replace(second.edition);
  await ask(editions);

  t.deepEqual([first.answered(), second.answered(), first.closed()], [2, 1, 0]);
  resolve();
  await Promise.all(running);
  t.deepEqual([first.closed(), second.closed()], [1, 0]);
});

test('an edition without requests is closed at once, and a failed request ends its use', async (t) => {
  const [first, second, third] = [scripted(), scripted(async () => Promise.reject(new Error('broken'))), scripted()];
  const editions = new Editions(first.edition);
  editions.replace(second.edition);
  t.is(first.closed(), 1);
  const failing = ask(editions);
  editions.replace(third.edition);
  await t.throwsAsync(failing, { message: 'broken' });
  t.is(second.closed(), 1);
});

test('all editions in use are closed with the process', async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const [first, second] = [scripted(() => promise), scripted()];
  const editions = new Editions(first.edition);
  const running = ask(editions);
  editions.replace(second.edition);
  await editions.close();
  t.deepEqual([first.closed(), second.closed()], [1, 1]);
  resolve();
  await running;
});
