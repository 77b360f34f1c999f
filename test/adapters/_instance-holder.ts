// Claims an instance in the given directory and prints its id; then releases, checks or ends as it is told to by a line.
import { createInterface } from 'node:readline';
import { createSqliteInstanceLiveness } from '../../src/adapters/sqlite-instance-liveness.ts';

const liveness = createSqliteInstanceLiveness({ directory: process.argv[2] ?? '' });
process.stdout.write(`${liveness.instanceId}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const [command, id = ''] = line.split(' ');
  if (command === 'release') await liveness.release();
  process.stdout.write(command === 'check' ? `${await liveness.check(id)}\n` : 'done\n');
}
