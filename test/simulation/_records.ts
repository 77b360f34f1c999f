import { worstCaseCost } from '../../src/domain/cost.ts';
import type { DirectoryEntry } from '../../src/domain/scopes/directory-entry.ts';
import type { Claimed } from '../../src/pipeline/records.ts';
import { candidatesOf, targetAt } from './_chooser.ts';
import type { SimulatedUpstream } from './_upstream.ts';

/** Who holds the key of a wallet. */
export function entryOf(walletId: string): DirectoryEntry {
  const ids = { wallet_id: walletId, key_id: walletId, user_id: walletId };
  const key = {
    ...ids,
    allow_all_models: true,
    max_request_eur: null,
    budget_eur: null,
    revoked: false,
    expires_at: null,
  };
  // `as`: what the stages behind the claim look at.
  return { key: { ...key, allowed_profiles: [] }, principal: {}, policies: [] } as unknown as DirectoryEntry;
}

/** What the stages behind the claim look at. */
export function recordOf(
  { walletId, isChosen }: { readonly walletId: string; readonly isChosen: boolean },
  claim: unknown,
  upstreams: readonly SimulatedUpstream[],
): Claimed {
  const bound = { inputTokensMax: 1_000, outputTokensMax: 1_000 };
  const members = upstreams.map((upstream) => ({
    target: targetAt(upstream, 'small'),
    bound,
    worstCase: worstCaseCost(bound, upstream.priceList),
    effort: null,
    outputTokensMax: 1_000,
  }));
  return {
    claim,
    credentials: { bearer: null, apiKey: null, keyHash: walletId },
    profile: 'light',
    profileName: 'light',
    surface: { name: 'chat_completions', upstreamPath: '/chat/completions' },
    protocolHeaders: {},
    fileNames: new Map(),
    documents: [],
    client: { announce: () => undefined, isGone: false, onGone: () => () => undefined },
    caller: entryOf(walletId),
    grant: { requestCap: null },
    request: {
      asked: { serviceTier: null, effort: null, outputTokensMax: null },
      input: { bytes: 4_000 },
      answers: { stream: null, ownAnswer: null },
      work,
      write,
      turns,
    },
    routing: isChosen ? { options: candidatesOf(upstreams), excluded: [], boundTo: null } : null,
    conversation: null,
    ...members[0],
    members,
    unknown: null,
    context: null,
    blocks: { madeBy: null },
    files: { account: null },
  } as unknown as Claimed;
}

const turns = () => ({ openingText: 'x', latestText: 'x', toolResults: [] });

const write = () => Buffer.from('{}');
const work = { uncounted: () => null };
