// `npm run test:time`: gateways as processes of their own whose wall clocks jump. Needs libfaketime, which Debian has as a
// package of that name. `LIBFAKETIME` names the library where it lies elsewhere. Closes as `npm test` does.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runSuite } from '../run-suite.ts';

/** The one for programs with threads. */
const library = 'faketime/libfaketimeMT.so.1';

/** Where Debian puts it, whatever the processor; `null`: it is not there. */
function found(): string | null {
  const named = process.env['LIBFAKETIME'];
  if (named !== undefined) return existsSync(named) ? named : null;
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib') : [];
  const paths = [library, ...folders.map((folder) => join(folder, library))].map((path) => join('/usr/lib', path));
  return paths.find((path) => existsSync(path)) ?? null;
}

const path = found();
if (path === null) {
  process.stderr.write(
    'the suite of clocks was not run: it needs libfaketime (Debian: apt install libfaketime), or LIBFAKETIME=<its path>\n',
  );
  process.exitCode = 1;
} else {
  await runSuite('time', { LIBFAKETIME: path });
}
