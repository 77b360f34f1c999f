import test from 'ava';
import type { CastingPiiEngineOptions } from '../../src/pii-engine/casting-pii-engine.ts';
import { castRequest } from '../_support/cast-request.ts';
import { castingEngine } from '../_support/casting-engine.ts';
import { listingDetector } from '../_support/listing-detector.ts';

const unhurried: Partial<CastingPiiEngineOptions> = { deadlineMs: 600_000 };

test('what only its context makes a name refuses nothing, and a name in a link neither', async (t) => {
  const texts = ['Line Items', 'Final Answer', 'The Root Cause', 'Call 95935695'];
  const fixed = [
    { text: 'line_items', path: 'member', isAddress: false },
    { text: 'get_final_answer', path: 'tool', isAddress: false },
    { text: 'call_95935695', path: 'id', isAddress: false },
    { text: 'https://x.example/root-cause/mario-rossi', path: 'link', isAddress: true, isLink: true as const },
    { text: 'https://x.example/?to=ada%40love.example', path: 'mail', isAddress: true, isLink: true as const },
    { text: 'https://x.example/DE89370400440532013000', path: 'account', isAddress: true, isLink: true as const },
  ];
  const found = listingDetector({
    PERSON: ['Line Items', 'Final Answer', 'Root Cause', /mario-rossi/g],
    PHONE: ['95935695'],
    EMAIL: [/\w+@\w+\.example/g],
    IBAN: ['DE89370400440532013000'],
  });
  const { unfit, texts: cast } = await castingEngine([found], unhurried).cast(castRequest(texts, { fixed }));
  t.deepEqual(unfit, ['mail', 'account']);
  t.true(
    cast.every((text) => text.includes('[')),
    'in texts they are cast',
  );
});
