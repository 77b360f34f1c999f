// `npm run test:webhooks`: messages as the gateway signs them, judged by the packages of Standard Webhooks for Node.js, Python,
// Go and Rust. Needs Python 3 with venv, Go 1.21 and Cargo, with their package indexes: some 50 MB and a minute the first time,
// kept in .cache. Closes as `npm test` does.
import { execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { signedHeaders } from '../../src/adapters/undici-webhook-sender/signed-headers.ts';
import { messageText } from '../../src/domain/webhooks/message.ts';
import { madeOnce, pythonWith } from '../made-once.ts';

const run = promisify(execFile);
const rounds = 200;
const buildMsMax = 600_000;

/** A message as it arrived, and whether a receiver with this secret has to take it. */
interface Judged {
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isTrue: boolean;
}

/** A message as it is signed, during an overlap too, and what it becomes on a bad way. */
function messages(): readonly Judged[] {
  const [secret, former, foreign] = [randomBytes(24), randomBytes(24), randomBytes(24)];
  const shown = (bytes: Buffer): string => `whsec_${bytes.toString('base64')}`;
  const at = Date.now();
  const below_eur = `${at % 1_000}.000000000`;
  const body = messageText('wallet.low', new Date(at).toISOString(), { wallet_id: randomUUID(), below_eur });
  const signed = (secrets: readonly Uint8Array[], sentAt = at) =>
    signedHeaders({ url: 'https://hooks.example/', id: randomUUID(), body, secrets, at: sentAt });
  const [alone, both] = [signed([secret]), signed([former, secret])];
  return [
    { secret: shown(secret), headers: alone, body, isTrue: true },
    { secret: shown(secret), headers: both, body, isTrue: true },
    { secret: shown(former), headers: both, body, isTrue: true },
    { secret: shown(foreign), headers: both, body, isTrue: false },
    { secret: shown(secret), headers: alone, body: body.replace('wallet.low', 'wallet.lox'), isTrue: false },
    { secret: shown(secret), headers: { ...alone, 'webhook-id': randomUUID() }, body, isTrue: false },
    { secret: shown(secret), headers: signed([secret], at - 3_600_000), body, isTrue: false },
  ];
}

async function pythonJudge(): Promise<readonly string[]> {
  const python = await pythonWith('standardwebhooks-python-1.1.0', ['standardwebhooks==1.1.0']);
  return [python, join(import.meta.dirname, 'judge.py')];
}

async function goJudge(): Promise<readonly string[]> {
  const cwd = join(import.meta.dirname, 'go');
  const folder = await madeOnce('standardwebhooks-go-0.0.1', (fresh) =>
    run('go', ['build', '-o', join(fresh, 'judge'), '.'], { cwd, timeout: buildMsMax }),
  );
  return [join(folder, 'judge')];
}

async function rustJudge(): Promise<readonly string[]> {
  const cwd = join(import.meta.dirname, 'rust');
  const folder = await madeOnce('standardwebhooks-rust-1.0.1', (fresh) =>
    run('cargo', ['build', '--quiet', '--locked', '--target-dir', fresh], { cwd, timeout: buildMsMax }),
  );
  return [join(folder, 'debug', 'judge')];
}

async function answersOf([program = '', ...given]: readonly string[], asked: readonly Judged[]): Promise<string[]> {
  const judge = spawn(program, given, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = asked.map(({ secret, headers, body }) =>
    [secret, headers['webhook-id'], headers['webhook-timestamp'], headers['webhook-signature'], body].join('\t'),
  );
  judge.stdin.end(`${lines.join('\n')}\n`);
  return (await text(judge.stdout)).trim().split('\n');
}

function answerOfNode({ secret, headers, body }: Judged): string {
  try {
    new Webhook(secret).verify(body, { ...headers });
    return 'taken';
  } catch {
    return 'refused';
  }
}

const judges = {
  'Node.js': async (asked: readonly Judged[]) => asked.map(answerOfNode),
  Python: async (asked: readonly Judged[]) => await answersOf(await pythonJudge(), asked),
  Go: async (asked: readonly Judged[]) => await answersOf(await goJudge(), asked),
  Rust: async (asked: readonly Judged[]) => await answersOf(await rustJudge(), asked),
};

let failed = 0;
for (const [language, judge] of Object.entries(judges)) {
  // A judge is built before its messages are signed: they are taken for five minutes.
  await judge(messages());
  const asked = Array.from({ length: rounds }, messages).flat();
  const answers = await judge(asked);
  const wrong = asked.filter(({ isTrue }, nth) => answers[nth] !== (isTrue ? 'taken' : 'refused'));
  if (wrong.length > 0) failed += 1;
  process.stdout.write(`${language}: ${asked.length} messages, ${wrong.length} judged in another way\n`);
}
process.stdout.write(`${Object.keys(judges).length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
