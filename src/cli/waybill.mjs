#!/usr/bin/env node
// Entry point of the command. Any Node of the host may run it, so it is plain JavaScript and imports only built-ins.
// An older Node starts the Node 26 that npm installed with it; a newer one continues by itself.
import { spawn } from 'node:child_process';
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
  runOn(installedNode());
}

/** The binary of the platform's package, which npm may have put beside this package or below it; `null`: none. */
function installedNode() {
  const { platform, arch } = process;
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  const name = `${prefix}-${platform === 'win32' ? 'win' : platform}-${arch}`;
  try {
    const manifest = module.createRequire(import.meta.url).resolve(`${name}/package.json`);
    return join(dirname(manifest), 'bin', platform === 'win32' ? 'node.exe' : 'node');
  } catch {
    return null;
  }
}

function runOn(node) {
  if (node === null) {
    process.stderr.write(
      `waybill: needs Node ${nodeMajorMin}, this is ${process.version}, and npm has installed none for ${process.platform} ${process.arch}; ` +
        `install Node ${nodeMajorMin}, or the package again with its optional dependencies\n`,
    );
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
    process.stderr.write(
      `waybill: ${node} cannot be started: ${error.message}; install Node ${nodeMajorMin}, or the package again\n`,
    );
    process.exit(notUsable);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}
