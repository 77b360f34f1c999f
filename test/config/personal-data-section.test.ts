import test from 'ava';
import { personalDataSection } from '../../src/config/personal-data-section.ts';

test('the default inspects five languages and requires no grade', (t) => {
  t.like(personalDataSection.parse({}), {
    languages: ['de', 'en', 'es', 'fr', 'it'],
    required: {},
    link_hosts: undefined,
    deadline_ms: 5_000,
  });
});

test('unknown kinds, grades and languages are refused', (t) => {
  const refused = [
    { languages: [] },
    { languages: ['xx'] },
    { required: { NAME: 'A' } },
    { required: { PERSON: 'D' } },
    { least_scores: { PERSON: 2 } },
    { deadline_ms: 0 },
    { engine: 'x' },
    { required_in: { xx: { PERSON: 'A' } } },
    { required_in: { it: { PERSON: 'D' } } },
    { link_hosts: ['https://crm.example'] },
    { link_hosts: ['CRM.example'] },
    { link_hosts: ['crm.*'] },
    { link_hosts: ['crm.example/'] },
    { presidio: {} },
    { presidio: { url: 'ftp://x' } },
    { presidio: { url: 'http://x', languages: [] } },
    { presidio: { url: 'http://x', languages: ['xx'] } },
    { presidio: { url: 'http://x', entities: ['LOCATION'] } },
    { presidio: { url: 'http://x', threshold: 0 } },
    { presidio: { url: 'http://x', grades: { PERSON: 'S' } } },
    { languages: ['it'], presidio: { url: 'http://x', languages: ['en', 'it'] } },
  ];
  for (const section of refused) t.false(personalDataSection.safeParse(section).success, JSON.stringify(section));
  t.true(personalDataSection.safeParse({ required: { PERSON: 'C' }, least_scores: { PERSON: 0.5 } }).success);
  const hosts = ['*', 'localhost', 'crm.example', '*.crm.example', '10.0.0.1', '[::1]'];
  t.true(personalDataSection.safeParse({ link_hosts: hosts }).success);
});

test('the defaults of Presidio are names in English above a threshold', (t) => {
  const { presidio } = personalDataSection.parse({ presidio: { url: 'http://presidio:3000' } });
  t.deepEqual(presidio, {
    url: 'http://presidio:3000',
    languages: ['en'],
    entities: ['PERSON'],
    threshold: 0.4,
    grades: {},
    optional: false,
  });
});
