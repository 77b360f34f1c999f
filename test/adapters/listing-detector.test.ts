import { listingDetector } from '../_support/listing-detector.ts';
import { piiDetectorContract } from './pii-detector.contract.ts';

piiDetectorContract('a detector of listed values', {
  open: () => listingDetector({ PERSON: ['Ada Lovelace'], EMAIL: ['ada@example.org'] }),
  values: [
    ['Ada Lovelace', 'PERSON'],
    ['ada@example.org', 'EMAIL'],
  ],
  language: 'en',
});
