import { substitutingPiiEngine } from '../_support/substituting-pii-engine.ts';
import { piiEngineContract } from './pii-engine.contract.ts';

// The engine of the tests, so that what they prove holds for any other that passes.

const values = ['Ada Lovelace', 'Zoë', "O'Neil-李"] as const;

piiEngineContract('substituting', {
  open: () => substitutingPiiEngine(...values),
  values,
  lookalike: '[NAME 00000]',
});
