// `npm run test:console`: the console in a real browser, without a display.
import { runProgramSuite } from '../program-suite.ts';

await runProgramSuite({
  folder: 'console',
  of: 'the console',
  program: '/usr/bin/chromium',
  called: 'Chromium',
  debian: 'chromium',
  variable: 'CHROMIUM',
});
