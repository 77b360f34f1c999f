import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { displayEur, eurFromNano, nanoFromSum, type NanoEur } from '../domain/money.ts';
import type { WalletAnswer } from '../ledger/wallet-mailbox.ts';
import { documented, laterTime, positiveAmount, reason, uuid } from './arguments.ts';
import { cliActor } from './cli-actor.ts';
import { notUsable, refused } from './cli-error.ts';
import { printJson, printLine } from './output.ts';

interface Options {
  readonly reason: string;
  readonly creditId?: string;
  readonly granted?: boolean;
  readonly expiresAt?: string;
  readonly json?: boolean;
}

export function walletsCredit(wallets: Command): void {
  const command = wallets
    .command('credit')
    .description('add credit to a wallet')
    .argument('<wallet_id>', 'id of the wallet')
    .argument('<amount_eur>', 'more than 0, e.g. 25 or 0.50', positiveAmount)
    .option('--reason <text>', 'recorded with the credit', reason, 'operator')
    .option('--credit-id <uuid>', 'makes a retry safe: an id is credited only once', uuid)
    .option('--granted', 'a gift: used before paid credit, no revenue, and never paid out')
    .option(
      '--expires-at <time>',
      'when what is left of it expires, e.g. 2027-01-01T00:00:00Z; default: never',
      laterTime,
    )
    .action(credit);
  documented(command, {
    example: 'waybill wallets credit 3f0c6f1e-8f0b-4c57-9d6b-0d1f6a0c2b11 25 --reason "invoice 1042"',
    json: '{"wallet_id","credit_id","amount_eur","posted":true|false,"available_eur"}; posted is false if the id was already credited',
  });
}

async function credit(walletId: string, amount: NanoEur, options: Options): Promise<void> {
  const { withWallets } = await import('./open-ledger.ts');
  const { postedCredit, walletAccount, walletNotFound } = await import('./wallet-account.ts');
  const { isOfClosedTenant } = await import('../ledger/administration/closed-tenants.ts');
  const { refusalAdvice } = await import('../admin/refusal-advice.ts');
  const creditId = options.creditId ?? randomUUID();
  const amount_eur = eurFromNano(amount);
  await withWallets(async (log, wallets) => {
    if (await isOfClosedTenant(log, walletId)) {
      throw refused('tenant_closed', `the tenant of wallet ${walletId} is closed, and takes no money any more`);
    }
    const lot = { kind: options.granted === true ? 'granted' : 'paid', expiresAt: options.expiresAt ?? null } as const;
    const lots = lot.kind === 'paid' && lot.expiresAt === null ? [] : [{ ...lot, amount }];
    const credited = { type: 'credit_wallet', creditId, amount, lots } as const;
    const command = { ...credited, reason: options.reason, actor: cliActor() };
    const answer = await knownAnswer(wallets.execute(walletId, command), creditId);
    if (!answer.accepted) {
      if (answer.refusal === 'wallet_not_open') throw walletNotFound(walletId);
      if (answer.refusal !== 'credit_already_posted')
        throw refused(answer.refusal, `the credit was refused: ${answer.refusal}. ${refusalAdvice[answer.refusal]}`);
      const before = await postedCredit(log, walletId, creditId);
      if (before !== amount_eur) {
        const recorded = before === null ? 'another amount' : displayEur(nanoFromSum(before));
        throw refused(
          'credit_id_taken',
          `credit ${creditId} was already recorded with ${recorded}: use another --credit-id`,
        );
      }
    }
    const { available_eur } = await walletAccount(log, walletId);
    const result = { wallet_id: walletId, credit_id: creditId, amount_eur, posted: answer.accepted, available_eur };
    if (options.json === true) printJson(result);
    else {
      const credited = answer.accepted ? 'credited' : 'already credited';
      printLine(`${credited}: ${displayEur(amount)}, now available: ${displayEur(nanoFromSum(available_eur))}`);
    }
  });
}

/** The credit may have been recorded: a retry must use the same id. */
async function knownAnswer(answer: Promise<WalletAnswer>, creditId: string): Promise<WalletAnswer> {
  try {
    return await answer;
  } catch (error) {
    const { AppendOutcomeUnknown } = await import('../ports/event-log.ts');
    if (!(error instanceof AppendOutcomeUnknown)) throw error;
    const advice = `repeat the command with --credit-id ${creditId}: it is credited only once`;
    throw notUsable('outcome_unknown', `it is not known whether the credit was recorded: ${advice}`);
  }
}
