import type { BodyText } from '../../src/personal-data/body-texts.ts';
import type { CastRequest } from '../../src/ports/pii-engine.ts';

/** Who asks for it. */
export const sharer = { tenantId: 'tenant', keyId: 'key', userId: 'person' };

/** Texts to be cast, of a conversation that begins. */
export function castRequest(texts: readonly (string | BodyText)[], more: Partial<CastRequest> = {}): CastRequest {
  return {
    surface: 'chat_completions',
    texts: texts.map((text, place) =>
      typeof text === 'string' ? { text, path: `messages[${place}].content`, isName: false } : text,
    ),
    fixed: [],
    formats: new Set(),
    hosts: new Set(),
    userHosts: new Set(),
    earlier: [],
    origin: { kind: 'stored', tenantId: 'tenant', userId: 'person', opening: null },
    sharer,
    required: {},
    ...more,
  };
}
