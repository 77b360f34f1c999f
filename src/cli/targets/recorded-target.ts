import { audioTargetSchema } from '../../catalogue/audio-target.ts';
import type { Target } from '../../catalogue/model-catalogue.ts';
import { createPriceList } from '../../domain/price-list.ts';

/** A target for recorded answers of anybody, at prices that are easy to check. */
export const recordedTarget: Target = {
  name: 'plain',
  upstream: 'plain',
  upstreamModel: 'plain',
  account: 'plain',
  surfaces: new Set(),
  contextTokensMax: 1_000_000,
  outputTokensMax: 1_000_000,
  outputTokensPerSecondMax: 1_000,
  hostedToolUsesMax: 5,
  toolPromptTokensMax: 1_000,
  areCachesBeside: false,
  arePricesOfAllProviders: false,
  answersMax: 128,
  unknownMembers: 'pass',
  efforts: [],
  thinking: 'adaptive',
  hasOpaqueReasoning: true,
  isTrusted: true,
  passesTrace: false,
  passesTags: false,
  systemOne: { questions_max: 1_000, prompt_per_question: true },
  audio: audioTargetSchema.parse({}),
  hasBillingRecords: false,
  priceList: createPriceList({
    id: 'plain',
    version: '1',
    eur_per_million_tokens: { input: '1', output: '1' },
    eur_per_million_characters: '1',
    eur_per_audio_hour: '1',
    eur_per_thousand_web_searches: '1',
    eur_per_thousand_web_fetches: '1',
  }),
};
