import test from 'ava';
import { sharedGateway } from '../../_support/served-gateway.ts';
import { leakMatrix, leakMatrixSaid, leakMatrixTarget, leakMatrixValues } from './leak-matrix.contract.ts';

// The gateway as it is configured, with the embedded detector alone.

const gateway = sharedGateway({ config: { target: leakMatrixTarget, top: { personal_data: {} } } });
test.after.always(gateway.end);

leakMatrix({ name: 'embedded', start: gateway.start, said: leakMatrixSaid, values: leakMatrixValues });
