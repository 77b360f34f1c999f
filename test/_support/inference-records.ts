import { grantOf } from '../../src/domain/policy.ts';
import { RequestPermit } from '../../src/limits/request-permit.ts';
import type { AskedFor } from '../../src/protocols/inference-request.ts';
import type { Client, Recalled } from '../../src/pipeline/records.ts';
import { key, person } from './directory-vocabulary.ts';

const unused = (): never => {
  throw new Error('this stage has no business with it');
};

/** A caller's end of the connection that no stage under test may touch. */
export const untouchedClient: Client = {
  isGone: false,
  waitedMs: 0,
  signal: new AbortController().signal,
  onGone: unused,
  announce: unused,
  begin: unused,
  write: unused,
  end: unused,
};

export interface Wishes extends Partial<AskedFor> {
  readonly surface?: string;
  readonly allowed?: readonly string[];
}

/** A request that was read, of a caller with one key and no policies. */
export function askedWith({ surface = 'chat_completions', allowed = ['light', 'voice'], ...asked }: Wishes): Recalled {
  const caller = { key: { ...key, allowed_profiles: allowed }, principal: person, policies: [] };
  return {
    requestId: 'req',
    surface: {
      name: surface,
      forwardedHeaders: [],
      upstreamPath: '/',
      mayHoldBlocks: false,
      modelIn: unused,
      parse: unused,
    },
    credentials: { bearer: null, apiKey: null },
    protocolHeaders: {},
    readBody: unused,
    client: untouchedClient,
    caller,
    permit: new RequestPermit(),
    mayBeRead: true,
    isRepeat: false,
    tags: null,
    wantsCostInUsage: false,
    mayBeStored: true,
    grant: grantOf(caller.key, [], 'light'),
    body: Buffer.from('{}'),
    unclaimedKey: null,
    blocks: { madeBy: null },
    files: { names: new Map(), account: null },
    fileNames: new Map(),
    context: null,
    ownItemIds: [],
    optIns: { unknown: null, refused: null, windowTokens: null },
    request: {
      asked: { model: 'light', effort: null, serviceTier: null, outputTokensMax: null, ...asked },
      input: { bytes: 2, tokens: null, castable: 'all' },
      work: {
        unknownMember: null,
        max: unused,
        wholeMax: unused,
        uncounted: unused,
        assertTakenBy: () => undefined,
      },
      answers: { unstreamed: { form: 'json', read: unused }, stream: null, ownAnswer: null },
      memory: null,
      write: unused,
    },
  };
}
