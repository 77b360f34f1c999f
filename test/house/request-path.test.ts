import test from 'ava';
import { startPathScene } from '../_support/path-scene.ts';
import { RequestPath, sizeOf } from '../_support/request-path.ts';

// What a reader has to follow, and a processor to run, for one request. A change that needs more says why, in the commit
// that raises the bound; one that needs less lowers it. A bound is one hundredth above what is measured on a quiet machine:
// on one that is far too busy, up to 6 functions more run each time, which wait for what elsewhere is there.

const bounds = {
  'bare chat': { files: 179, functions: 731 },
  'protected stream': { files: 280, functions: 1_345 },
} as const;

test('a request runs no more files and functions of the product than the bound says', async (t) => {
  const scene = await startPathScene(t);
  await using path = await RequestPath.begin();
  for (const [name, bound] of Object.entries(bounds)) {
    const request = scene[name as keyof typeof bounds];
    for (let nth = 0; nth < 5; nth += 1) await request();
    // A machine that stalls adds what waits: a request runs what it runs each time.
    let ran = await path.of(request);
    const isAbove = (): boolean => sizeOf(ran).files > bound.files || sizeOf(ran).functions > bound.functions;
    for (let tries = 1; tries < 6 && isAbove(); tries += 1) ran = ran.intersection(await path.of(request));
    const size = sizeOf(ran);
    t.log(`${name}: ${size.files} files, ${size.functions} functions`);
    const told = 'run `npm run bench:path` to see which rooms they are in';
    t.true(size.files <= bound.files, `${name}: ${size.files} files: ${told}`);
    t.true(size.functions <= bound.functions, `${name}: ${size.functions} functions: ${told}`);
  }
});
