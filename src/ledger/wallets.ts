import type { WalletCommand } from '../domain/wallet-commands.ts';
import type { RecordedEvent } from '../ports/event-log.ts';
import { walletIdOf, walletPrefix, walletStream } from './stream-names.ts';
import { walletLimits } from './wallet-limits.ts';
import { WalletMailbox, type WalletAnswer, type WalletMailboxOptions } from './wallet-mailbox.ts';

export interface WalletsOptions extends Omit<
  WalletMailboxOptions,
  'writerTag' | 'commandsMax' | 'groupMax' | 'attemptsMax' | 'commandMsMax'
> {
  /** Most wallets with a folded state in memory; the least recently used idle one is evicted first. Default 20,000. */
  readonly mailboxesMax?: number;
  /** Most commands that may wait on one wallet. Default 10,000. */
  readonly commandsMax?: number;
  /** How long a command may take, even if its outcome is then unknown, milliseconds. Default 15,000. */
  readonly commandMsMax?: number;
}

/** The wallets of the ledger: one mailbox each, created when first needed. */
export class Wallets {
  readonly #options: WalletsOptions;
  readonly #writerTag: string;
  /** In order of last use: the first is the least recently used. */
  readonly #mailboxes = new Map<string, WalletMailbox>();
  #lastUsed = '';

  constructor(options: WalletsOptions) {
    this.#options = options;
    this.#writerTag = options.createId().slice(-7);
  }

  /** Decides and records a command of one wallet; see {@link WalletMailbox.execute} for what it raises. */
  execute(walletId: string, command: WalletCommand): Promise<WalletAnswer> {
    return this.#mailbox(walletId).execute(command);
  }

  /** The answer of a wallet to a command now, without recording it; see {@link WalletMailbox.preview}. */
  preview(walletId: string, command: WalletCommand): Promise<WalletAnswer> | null {
    return this.#mailbox(walletId).preview(command);
  }

  /** Takes events that a follower of the log has received, in order, so that wallets need not read them. */
  observe(events: readonly RecordedEvent[]): void {
    for (const [stream, own] of Map.groupBy(events, (event) => event.stream)) {
      if (stream.startsWith(walletPrefix)) this.#mailboxes.get(walletIdOf(stream))?.observe(own);
    }
  }

  #mailbox(walletId: string): WalletMailbox {
    const existing = this.#mailboxes.get(walletId);
    if (existing !== undefined && walletId === this.#lastUsed) return existing;
    this.#lastUsed = walletId;
    if (existing !== undefined) {
      this.#mailboxes.delete(walletId);
      this.#mailboxes.set(walletId, existing);
      return existing;
    }
    const mailbox = new WalletMailbox(walletStream(walletId), {
      log: this.#options.log,
      createId: this.#options.createId,
      writerTag: this.#writerTag,
      commandsMax: this.#options.commandsMax ?? walletLimits.commandsMax,
      groupMax: walletLimits.groupMax,
      attemptsMax: walletLimits.attemptsMax,
      commandMsMax: this.#options.commandMsMax ?? walletLimits.commandMsMax,
      ...(this.#options.timer && { timer: this.#options.timer }),
      onClosingFailed: this.#options.onClosingFailed,
      ...(this.#options.closingTimes && { closingTimes: this.#options.closingTimes }),
      ...(this.#options.clock && { clock: this.#options.clock }),
    });
    this.#makeRoom();
    this.#mailboxes.set(walletId, mailbox);
    return mailbox;
  }

  /** Evicts before the new mailbox is added: it is idle until its first command, and would itself be evicted. */
  #makeRoom(): void {
    const max = this.#options.mailboxesMax ?? walletLimits.mailboxesMax;
    for (const [walletId, mailbox] of this.#mailboxes) {
      if (this.#mailboxes.size < max) return;
      if (mailbox.isIdle) this.#mailboxes.delete(walletId);
    }
  }
}
