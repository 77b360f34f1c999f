#!/usr/bin/env node
// Entry point of the command. Any Node of the host may run it, so it is plain JavaScript and imports only built-ins.
// An older Node starts the Node 26 that `npm ci` installed; a newer one continues by itself.
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
  // With this cache later starts are a third faster. It is optional: it is skipped if the directory cannot be written.
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
      // A terminal also sends its interrupt to the child; a second one would end a server that is draining.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      child.kill(signal);
    });
  }
  child.on('error', (error) => {
    process.stderr.write(`waybill: ${node} cannot be started: ${error.message}; run: npm ci --omit=dev\n`);
    process.exit(notUsable);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}
