// `npm run test:hledger`: exported ledgers in a real hledger.
import { runProgramSuite } from '../program-suite.ts';

await runProgramSuite({
  folder: 'hledger',
  of: 'hledger',
  program: 'hledger',
  called: 'hledger',
  debian: 'hledger',
  variable: 'HLEDGER',
});
