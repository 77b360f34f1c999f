// `npm run test:libreoffice`: exported workbooks in a real LibreOffice, without a display.
import { runProgramSuite } from '../program-suite.ts';

await runProgramSuite({
  folder: 'libreoffice',
  of: 'LibreOffice',
  program: 'soffice',
  called: 'soffice',
  debian: 'libreoffice-calc-nogui',
  variable: 'SOFFICE',
});
