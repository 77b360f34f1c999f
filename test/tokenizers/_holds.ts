// The bound that the gateway reserves for.
import type { Target } from '../../src/catalogue/model-catalogue.ts';
import type { JsonFace } from '../../src/protocols/face.ts';

/** No window bounds anything, and no tool has a prompt of the upstream's: what is left is the bound by the body. */
const target = {
  contextTokensMax: 1_000_000_000,
  toolPromptTokensMax: 0,
  hostedToolUsesMax: 1,
  answersMax: 1,
} as Target;

/** Most input tokens of a request. */
export function heldFor(face: JsonFace, body: string, at: Partial<Target> = {}): number {
  const request = face.read(Buffer.from(body), { jsonLimits: {}, createResponseId: () => 'resp_1' });
  return request.work.max({ ...target, ...at }).inputTokensMax;
}
