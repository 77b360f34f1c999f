// `npm run test:upgrade [-- --events 1000000]`: from this version to a later one and back, on a ledger of so many events
// (default: 20,000). Closes as `npm test` does.
import { runSuite } from '../run-suite.ts';

const given = process.argv.slice(2);
const place = given.indexOf('--events');
const [, events = '20000'] = place === -1 ? [] : given.splice(place, 2);
if (!/^[1-9]\d{2,7}$/.test(events)) throw new RangeError('--events is a whole number from 100 to 99999999');
await runSuite('upgrade', { WAYBILL_UPGRADE_EVENTS: events }, given);
