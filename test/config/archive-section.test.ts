import test from 'ava';
import { archiveSection } from '../../src/config/archive-section.ts';

const section = {
  endpoint: 'https://s3.example',
  bucket: 'archive',
  access_key_id: 'id',
  secret_access_key: 'secret',
};

for (const [changes, isTaken] of [
  [{ prefix: 'waybill/production.1/' }, true],
  [{ prefix: '.hidden/...x/' }, true],
  // An address that has them is that of another bucket.
  [{ prefix: '../' }, false],
  [{ prefix: 'waybill/../../other/' }, false],
  [{ prefix: './' }, false],
  [{ prefix: '/waybill/' }, false],
  [{ prefix: 'waybill' }, false],
  [{ endpoint: 'http://[::1]:9000/storage/' }, true],
  [{ endpoint: 'https://s3.example?region=x' }, false],
  [{ endpoint: 'https://s3.example#x' }, false],
  [{ endpoint: 'https://id:secret@s3.example' }, false],
  [{ endpoint: 's3://archive' }, false],
] as const) {
  test(`an archive with ${JSON.stringify(changes)} is ${isTaken ? 'taken' : 'refused'}`, (t) => {
    t.is(archiveSection.safeParse({ ...section, ...changes }).success, isTaken);
  });
}
