// A gateway whose engine of personal data repeats what it read in the errors that it raises: where a text says so, of the
// detector, of casting, of the last look through what leaves, or of putting back.
import { randomBytes } from 'node:crypto';
import { createCastingPiiEngine } from '../../src/pii-engine/casting-pii-engine.ts';
import { startGateway } from '../../src/main.ts';
import { listingDetector } from './listing-detector.ts';

const babble = (texts: readonly string[]): Error =>
  new RangeError(`cannot read ${JSON.stringify(texts)}`, {
    cause: new Error(`at ${texts.join()}\n    at ${texts.join()}`),
  });

const detector = listingDetector({ PERSON: ['Okonkwo'] });
const engine = createCastingPiiEngine({
  linkHosts: [],
  detectors: [
    {
      detector: {
        ...detector,
        detect: async (texts, request) => {
          if (texts.some((text) => text.includes('[[detector]]'))) throw babble(texts);
          return await detector.detect(texts, request);
        },
      },
      isOptional: false,
      leastScores: {},
    },
  ],
  languages: ['en'],
  required: {},
  deadlineMs: 2_000,
  cacheTextsMax: 10,
  secret: randomBytes(32),
});

const gateway = await startGateway(process.env, {
  piiEngine: {
    ...engine,
    cast: async (request) => {
      const texts = request.texts.map(({ text }) => text);
      if (texts.some((text) => text.includes('[[casting]]'))) throw babble(texts);
      const conversation = await engine.cast(request);
      const fail = (): never => {
        throw babble(texts);
      };
      const lane = { push: fail, flush: fail, isHolding: false };
      const restoring = { restore: fail, numberOf: fail, openLane: () => lane };
      if (texts.some((text) => text.includes('[[putting back]]'))) return { ...conversation, ...restoring };
      if (!texts.some((text) => text.includes('[[sweep]]'))) return conversation;
      return { ...conversation, sweep: () => Promise.reject(babble(texts)) };
    },
  },
});
process.stdout.write(
  `waybill ready ${JSON.stringify({ base_url: gateway.baseUrl, metrics_url: gateway.metricsUrl })}\n`,
);
process.once('SIGTERM', () => void gateway.stop());
