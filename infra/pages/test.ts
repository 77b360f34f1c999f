// `npm run test:pages`: the commands and examples of the pages, as a reader runs them. Needs Python 3 with pip, once PyPI.
// Closes as `npm test` does.
import { pythonWith } from '../made-once.ts';
import { runSuiteWith } from '../run-suite.ts';

const packages = ['anthropic==2.10.0', 'cryptography==48.0.0', 'openai==3.57.0'];

await runSuiteWith('pages', 'the Python packages of the pages were not installed', async () => ({
  PAGES_PYTHON: await pythonWith(`pages-${packages.join('-').replaceAll('==', '-')}`, packages),
}));
