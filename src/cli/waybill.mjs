#!/usr/bin/env node
// The command's first file: whatever Node the host has runs it, so it is plain JavaScript and imports only built-ins.
// An older Node hands over to the Node 26 that `npm ci` brought; a newer one goes on by itself.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const nodeMajorMin = 26;
const notUsable = 3;
const self = fileURLToPath(import.meta.url);
const modules = join(dirname(self), '..', '..', 'node_modules');

if (Number.parseInt(process.versions.node, 10) >= nodeMajorMin) {
  // Starts a third faster from the second time on. Where nothing can be written, it is left out.
  const compiled = join(modules, '.cache', 'waybill');
  module.enableCompileCache(compiled);
  // oxlint-disable-next-line node/no-process-env -- Node itself reads it, for each thread that is started
  process.env.NODE_COMPILE_CACHE ??= compiled;
  await import('./main.ts');
} else {
  runOn(join(modules, '.bin', 'node'));
}

function runOn(node) {
  if (!existsSync(node)) {
    process.stderr.write(`waybill: needs Node ${nodeMajorMin}, this is ${process.version}; run: npm ci --omit=dev\n`);
    process.exit(notUsable);
  }
  const child = spawn(node, [self, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A terminal sends its interrupt to the child as well; a second one would end a server that drains.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    });
  }
  child.on('error', (error) => {
    process.stderr.write(`waybill: ${node} cannot be run: ${error.message}; run: npm ci --omit=dev\n`);
    process.exit(notUsable);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}
