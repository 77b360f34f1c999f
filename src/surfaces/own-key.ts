import type { Context } from 'koa';
import { budgetRests } from '../domain/budgets/budget-rest.ts';
import { callsModels } from '../domain/api-key.ts';
import { eurFromNano } from '../domain/money.ts';
import { isProtected } from '../domain/policy.ts';
import { availableNano, initialWallet, type WalletState } from '../domain/wallet-state.ts';
import type { RemainingOfEach } from '../protocols/answers/remaining-headers.ts';
import { presentedIn } from './http-exchange.ts';
import { allowedNames, type ModelsDeps } from './models.ts';

export interface OwnKeyDeps extends ModelsDeps {
  /** The state of a wallet now; `null`: it was never opened. Raises what the log raises. */
  readonly walletState: (walletId: string) => Promise<WalletState | null>;
  readonly now: () => number;
}

/** `GET /v1/key`: the key that asks, what it may do, and what is left of its limits, its budgets and its wallet. */
export function showOwnKey(deps: OwnKeyDeps) {
  return async (ctx: Context): Promise<void> => {
    const by = await deps.identify(presentedIn(ctx));
    await deps.callerAdmission.count(by);
    const { caller, grant } = by;
    const { key } = caller;
    const state = (await deps.walletState(key.wallet_id)) ?? initialWallet;
    const { profiles, aliases } = namesOf(allowedNames(deps, grant));
    ctx.body = {
      object: 'api_key',
      id: key.key_id,
      name: key.name,
      prefix: key.key_prefix,
      expires_at: key.expires_at,
      protected: isProtected(by),
      inference: callsModels(key),
      profiles,
      aliases,
      default_profile: grant.defaultProfile,
      max_request_eur: grant.requestCap === null ? null : eurFromNano(grant.requestCap),
      limits: shownLeft(await deps.callerAdmission.left(by)),
      budgets: budgetRests(caller, state, deps.now()),
      wallet: { available_eur: eurFromNano(availableNano(state)), held_eur: eurFromNano(state.reserved) },
    };
  };
}

function namesOf(allowed: ReturnType<typeof allowedNames>) {
  // A profile is called by its name, and by others.
  const profiles = allowed.filter(([name, { name: profile }]) => name === profile);
  const aliases = allowed.filter(([name, { name: profile }]) => name !== profile);
  return {
    profiles: profiles.map(([name]) => name),
    aliases: Object.fromEntries(aliases.map(([name, profile]) => [name, profile.name])),
  };
}

function shownLeft({
  requests,
  tokens,
  requestsAtOnce,
}: RemainingOfEach & { readonly requestsAtOnce: number }): object {
  const rate = (left: RemainingOfEach['tokens']): object | null =>
    left && { max: left.limit, left: left.remaining, resets_in_ms: Math.ceil(left.resetMs) };
  return {
    requests_per_minute: rate(requests),
    tokens_per_minute: rate(tokens),
    requests_at_once: { max: requestsAtOnce },
  };
}
