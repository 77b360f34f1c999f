import test from 'ava';
import { startPresidio } from '../../_support/presidio-stand-in.ts';
import { serveGateway, sharedGateway, type ServedGateway } from '../../_support/served-gateway.ts';
import { SharedTeardown } from '../../_support/shared-teardown.ts';
import { leakMatrixTarget } from './leak-matrix.contract.ts';
import { plantedPlaces } from './planted-places.contract.ts';

// Every place of a request in which a person may write something, with the embedded detector and with Presidio beside it.

const { start, end } = sharedGateway({ config: { target: leakMatrixTarget, top: { personal_data: {} } } });
const shared = new SharedTeardown();
let started: Promise<ServedGateway> | null = null;
test.after.always(async () => {
  await end();
  await shared.end();
});

async function startWithPresidio(): Promise<ServedGateway> {
  const { url } = await startPresidio(shared, { Okonkwo: 'PERSON' });
  const presidio = { url, languages: ['en'], entities: ['PERSON'] };
  return serveGateway(shared, {
    config: {
      target: leakMatrixTarget,
      top: { personal_data: { languages: ['en', 'it'], presidio, deadline_ms: 60_000 } },
    },
  });
}

plantedPlaces({ name: 'embedded', start, person: 'Giulia Bianchi' });
plantedPlaces({ name: 'with Presidio', start: () => (started ??= startWithPresidio()), person: 'Okonkwo' });
