// `npm run bench:path`: how many files and functions of the product run for a request, by room. Writes docs/bench/path.md.
import { markdownTable } from '../../docs/pages/markdown-table.ts';
import { pathRequests, startPathScene } from '../_support/path-scene.ts';
import { RequestPath, sizeOf, type Ran } from '../_support/request-path.ts';
import { SharedTeardown } from '../_support/shared-teardown.ts';
import { writePart } from './bench-page.ts';

const warmUp = 20;

const shared = new SharedTeardown();
const found = new Map<string, Ran>();
try {
  const scene = await startPathScene(shared);
  await using path = await RequestPath.begin();
  for (const name of pathRequests) {
    for (let nth = 0; nth < warmUp; nth += 1) await scene[name]();
    const ran = await path.of(scene[name]);
    found.set(name, ran);
    const { files, functions } = sizeOf(ran);
    process.stderr.write(`${name}: ${files} files, ${functions} functions\n`);
  }
} finally {
  await shared.end();
}

const rooms = [...new Set([...found.values()].flatMap((ran) => [...ran].map(roomOf)))].toSorted();
const told = ({ files, functions }: ReturnType<typeof sizeOf>): string =>
  functions === 0 ? '' : `${files} · ${functions}`;
const rows = rooms.map((room) => [
  `\`${room}\``,
  ...pathRequests.map((name) =>
    told(sizeOf(new Set([...(found.get(name) ?? [])].filter((each) => roomOf(each) === room)))),
  ),
]);
const sums = ['**all**', ...pathRequests.map((name) => `**${told(sizeOf(found.get(name) ?? new Set()))}**`)];
const table = markdownTable(['room (files · functions)', ...pathRequests], [...rows, sums]);
writePart(
  'docs/bench/path.md',
  'Measured',
  `${new Date().toISOString().slice(0, 10)}, \`npm run bench:path\`, Node ${process.version}.\n\n${table}\n`,
);
process.stdout.write(`${table}\n`);
process.exit(0);

/** The room of a function: the first two folders of its file. */
function roomOf(ran: string): string {
  const [file = ''] = ran.split(' ');
  return file.split('/').slice(0, -1).slice(0, 2).join('/');
}
