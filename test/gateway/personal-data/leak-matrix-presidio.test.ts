import test from 'ava';
import { startPresidio } from '../../_support/presidio-stand-in.ts';
import { serveGateway, type ServedGateway } from '../../_support/served-gateway.ts';
import { SharedTeardown } from '../../_support/shared-teardown.ts';
import { leakMatrix, leakMatrixSaid, leakMatrixTarget, leakMatrixValues } from './leak-matrix.contract.ts';

// The gateway as it is configured, with Presidio beside the embedded detector: a real one where `npm run test:presidio` has
// started it, and says where; else one that knows the same names.

const name = 'Okonkwo';
const real = process.env['WAYBILL_TEST_PRESIDIO_URL'];
const shared = new SharedTeardown();
let started: Promise<ServedGateway> | null = null;
test.after.always(() => shared.end());

async function start(): Promise<ServedGateway> {
  const url = real ?? (await startPresidio(shared, { [name]: 'PERSON' })).url;
  const presidio = { url, languages: ['en'], entities: ['PERSON'] };
  return serveGateway(shared, {
    config: {
      target: leakMatrixTarget,
      top: { personal_data: { languages: ['en', 'it'], required: { PERSON: 'C' }, presidio, deadline_ms: 60_000 } },
    },
  });
}

leakMatrix({
  name: real === undefined ? 'with a stand-in for Presidio' : 'with Presidio',
  start: () => (started ??= start()),
  said: `Yesterday ${name} called me. ${leakMatrixSaid}`,
  values: [...leakMatrixValues, name],
});
