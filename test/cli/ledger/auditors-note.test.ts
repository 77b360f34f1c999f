import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'ava';
import { Wallets } from '../../../src/ledger/wallets.ts';
import { recordInto, seededDirectory, waybillJson } from '../../_support/waybill-command.ts';
import { credit, id, walletId } from '../../_support/wallet-vocabulary.ts';
import { read } from '../../house/_project-files.ts';

/** The statements that the page gives to `sqlite3`, in its order: what to note, and what to compare it with later. */
const [toNote = '', toCompare = ''] = [
  ...read('docs/auditing.md').matchAll(/^sqlite3 audit\/ledger\.db "(SELECT [^"]+)"$/gm),
].map(([, statement = '']) => statement);

function ask(directory: string, statement: string): Readonly<Record<string, unknown>> {
  using database = new DatabaseSync(join(directory, 'ledger.db'), { readOnly: true });
  return database.prepare(statement).get() ?? {};
}

test('the digest that an auditor notes by the page is found again in the continued ledger', async (t) => {
  const environment = await seededDirectory(t);
  const directory = environment.WAYBILL_DATA_DIR;
  const noted = ask(directory, toNote);
  t.is(noted['position'], 24);
  t.regex(String(noted['digest']), /^[\w-]{43}$/);

  await recordInto(environment, async (log) => {
    await new Wallets({ log, mintId: randomUUID }).execute(walletId, credit('3', id('f', 7)));
  });

  t.like(await waybillJson(t, environment, 'ledger', 'verify'), { ok: true, events: 28 });
  const comparing = toCompare.replace('<position>', String(noted['position']));
  t.is(ask(directory, comparing)['digest'], noted['digest']);
  t.not(ask(directory, toNote)['digest'], noted['digest']);
});
