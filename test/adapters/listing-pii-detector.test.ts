import { listingPiiDetector } from '../_support/listing-pii-detector.ts';
import { piiDetectorContract } from './pii-detector.contract.ts';

const values = { 'Ada Lovelace': 'PERSON', 'ada@example.org': 'EMAIL' } as const;

piiDetectorContract('a detector of listed values', {
  open: () => listingPiiDetector(values),
  values: [
    ['Ada Lovelace', 'PERSON'],
    ['ada@example.org', 'EMAIL'],
  ],
  language: 'en',
});
