// Waits for a line on its input, then prints the pepper of the data directory.
import { once } from 'node:events';
import { keyPepper } from '../../src/adapters/secret-file.ts';

process.stdout.write('ready\n');
await once(process.stdin, 'data');
process.stdout.write(`${keyPepper(process.argv[2] ?? '').toString('hex')}\n`);
process.stdin.destroy();
