import test from 'ava';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { startPresidio } from '../_support/presidio-stand-in.ts';
import { launcher } from '../_support/waybill-command.ts';

async function inspected(input: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [launcher, 'pii', 'inspect', ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
  child.stdin.end(input);
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  return { exitCode, stdout: await stdout, stderr: await stderr };
}

const letter = 'Herr Klaus Müller 👋, IBAN IT60X0542811101000000123456';

test('findings are printed as a table, with places, scores and the detector', async (t) => {
  const { exitCode, stdout } = await inspected(letter, '--language', 'de');
  t.is(exitCode, 0);
  t.deepEqual(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/)),
    [
      ['start', 'end', 'entity', 'score', 'detector', 'text'],
      ['5', '17', 'PERSON', '0.90', 'embedded', '"Klaus Müller"'],
      ['27', '54', 'IBAN', '1.00', 'embedded', '"IT60X0542811101000000123456"'],
    ],
  );
});

test('findings are printed as JSON, and only of the requested kinds', async (t) => {
  const { stdout } = await inspected(letter, '--json', '--entities', 'iban');
  t.deepEqual(JSON.parse(stdout), {
    spans: [
      { start: 27, end: 54, entity: 'IBAN', score: 1, detector: 'embedded', text: 'IT60X0542811101000000123456' },
    ],
  });
});

test('nothing found is printed beside the result', async (t) => {
  t.deepEqual(await inspected('hello'), { exitCode: 0, stdout: '', stderr: 'nothing found\n' });
  t.is((await inspected('', '--json')).stdout, '{"spans":[]}\n');
});

for (const [option, value] of [
  ['--entities', 'SHOE_SIZE'],
  ['--language', 'xx'],
] as const) {
  test(`wrong usage is refused with 2: ${option} ${value}`, async (t) => {
    const { exitCode, stderr } = await inspected('hello', option, value);
    t.is(exitCode, 2);
    t.regex(stderr, /Allowed values: /);
  });
}

test('a Presidio is asked as well, and an unreachable one ends the command with 3', async (t) => {
  const presidio = await startPresidio(t, { Grimsby: 'PERSON' });
  const args = ['--language', 'en', '--json', '--presidio'];
  const { stdout } = await inspected('to Grimsby', ...args, presidio.url);
  t.deepEqual(JSON.parse(stdout), {
    spans: [{ start: 3, end: 10, entity: 'PERSON', score: 0.85, detector: 'presidio', text: 'Grimsby' }],
  });
  await presidio.stop();
  t.is((await inspected('to Grimsby', ...args, presidio.url)).exitCode, 3);
  t.is((await inspected('to Grimsby', ...args, 'nowhere')).exitCode, 2);
});
