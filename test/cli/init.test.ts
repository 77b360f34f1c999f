import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { parseConfigFile } from '../../src/config.ts';
import { scratchFolder } from '../_support/scratch-folder.ts';
import { waybillFailure, waybillJson } from '../_support/waybill-command.ts';

for (const provider of ['openai', 'anthropic', 'compatible']) {
  test(`a first configuration asks for two edits, and can be used after them: ${provider}`, async (t) => {
    const path = join(scratchFolder(t), 'waybill.yaml');
    const told = await waybillJson(t, {}, 'init', path, '--provider', provider);
    t.like(told, { file: path, provider });
    const written = readFileSync(path, 'utf8');
    t.is(written.match(/# EDIT \d/g)?.length, 2);
    const { message } = t.throws(() => parseConfigFile(written, {}, path));
    t.regex(message, /upstreams\.provider\.api_key[^]*targets\.main\.prices/);
    const edited = written
      .replace("api_key: ''", "api_key: '${PROVIDER_KEY}'")
      .replace("input: '', output: ''", "input: '0.25', output: '2.00'");
    const config = parseConfigFile(edited, { PROVIDER_KEY: 'own' }, path);
    t.deepEqual(Object.keys(config.profiles), ['main']);
  });
}

test('a place where no file can be is named, with what to do, and no defect', async (t) => {
  const folder = scratchFolder(t);
  for (const file of [join(folder, 'none', 'waybill.yaml'), join(folder, 'x'.repeat(300)), '']) {
    const { code, message } = await waybillFailure(t, {}, 'init', file);
    t.is(code, 'file_unwritable');
    t.regex(String(message), /cannot be written \(E[A-Z]+\): name another file/);
  }
});

test('the commands that follow can be typed as they stand, whatever the file is called', async (t) => {
  const folder = scratchFolder(t);
  for (const name of ['my first.yaml', "o'ne $HOME `x`.yaml"]) {
    const told = (await waybillJson(t, {}, 'init', join(folder, name))) as { readonly next: readonly string[] };
    const typed = told.next[2]?.replace(/^WAYBILL_CONFIG=/, 'printf %s ').replace(/ waybill serve$/, '');
    t.is(execFileSync('sh', ['-c', typed ?? ''], { encoding: 'utf8' }), join(folder, name));
  }
});

test('a file that is there is kept', async (t) => {
  const path = join(scratchFolder(t), 'waybill.yaml');
  writeFileSync(path, 'mine');
  const failure = await waybillFailure(t, {}, 'init', path);
  t.like(failure, { code: 'file_exists' });
  t.is(readFileSync(path, 'utf8'), 'mine');
});
