// `npm run test:beancount`: exported ledgers in a real beancount. Needs Python 3 with pip, once its registry. Closes as
// `npm test` does.
import { pythonWith } from '../made-once.ts';
import { runSuiteWith } from '../run-suite.ts';

const version = '3.2.3';

await runSuiteWith('beancount', 'beancount was not installed', async () => ({
  BEANCOUNT_PYTHON: await pythonWith(`beancount-${version}`, [`beancount==${version}`]),
}));
