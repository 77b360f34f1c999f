import type { Command } from 'commander';
import { documented, reason } from './arguments.ts';
import { cliActor } from './cli-actor.ts';
import { refused } from './cli-error.ts';
import { printJson, printLine } from './output.ts';

interface Options {
  readonly reason: string;
  readonly json?: boolean;
}

export function walletsUnrestrict(wallets: Command): void {
  const command = wallets
    .command('unrestrict')
    .description(
      'allow concurrent requests again for a wallet that was restricted because a request cost more than reserved',
    )
    .argument('<wallet_id>', 'id of the wallet')
    .requiredOption('--reason <text>', 'recorded with the decision', reason)
    .action(unrestrict);
  documented(command, {
    example: 'waybill wallets unrestrict 3f0c6f1e-8f0b-4c57-9d6b-0d1f6a0c2b11 --reason "target corrected"',
    json: '{"wallet_id","restricted":false,"actor","reason"}',
  });
}

async function unrestrict(walletId: string, { reason: why, json }: Options): Promise<void> {
  const { withWallets } = await import('./open-ledger.ts');
  const { walletNotFound } = await import('./wallet-account.ts');
  const actor = cliActor();
  await withWallets(async (_log, wallets) => {
    const answer = await wallets.execute(walletId, { type: 'lift_restriction', actor, reason: why });
    if (!answer.accepted) {
      if (answer.refusal === 'wallet_not_open') throw walletNotFound(walletId);
      throw refused(answer.refusal, `${walletId} is not restricted`);
    }
    if (json === true) printJson({ wallet_id: walletId, restricted: false, actor, reason: why });
    else printLine(`no longer restricted: ${walletId}`);
  });
}
