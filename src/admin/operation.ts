import type { z } from 'zod';
import type { AdminAction } from '../domain/scopes/permissions.ts';
import type { Wallets } from '../ledger/wallets.ts';
import type { BillingRecords } from '../ports/billing-records.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { KeyHasher } from '../ports/key-hasher.ts';
import type { Projection, DocumentReader } from '../ports/read-models.ts';
import type { Administrator } from './administrator.ts';

/** What operations need of the world. */
export interface AdminDeps {
  readonly log: EventLog;
  readonly wallets: Pick<Wallets, 'execute' | 'preview'>;
  readonly readModels: DocumentReader;
  /** Resolves when read models hold all that was recorded before the call. */
  catchUp(projections: readonly Projection<object>[]): Promise<void>;
  readonly keyHasher: KeyHasher;
  /** A UUID. */
  readonly mintId: () => string;
  /** 32 random bytes. */
  readonly mintSecret: () => Uint8Array;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The names of everything that is offered: what a key may use that is made without a list. */
  profileNames(): readonly string[];
  /** Where upstreams are asked what they have charged. */
  readonly billingRecords: BillingRecords;
  /** How targets are doing, of each running gateway of the data directory. */
  targets(): Promise<readonly object[]>;
}

/** One call of an operation. */
export interface AdminRequest {
  readonly administrator: Administrator;
  readonly deps: AdminDeps;
  /**
   * The id of what a write makes: the one that was given, else one that follows from the idempotency key, so that the same
   * request makes the same thing, else a new one. `what` tells several of one request apart.
   */
  newId(given?: string, what?: string): string;
  /** Whether the very same request, by its idempotency key or the id that its client made, began before. */
  isRepeat(): boolean;
}

/** One operation: a path of the API, and a command. */
export interface AdminOperation {
  /** camelCase, unique. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below `/admin/v1`; names in braces are members of the input. */
  readonly path: string;
  /** `<group> <verb>`. */
  readonly command: string;
  readonly summary: string;
  /** Members that a command has to name beside the required ones: it has no person whose tenant or key it would be. */
  readonly commandNeeds?: readonly string[];
  /** Checked first; how far it reaches is checked where it is known what is named. */
  readonly action: AdminAction;
  /** What its answer is: absent, JSON; `text/csv`, the member `csv` of what it answers, and `next` in a header. */
  readonly produces?: 'text/csv';
  /** Everything that is asked: from the path, and else from the query of a GET or from the body. */
  readonly input: z.ZodObject;
  /** Raises `GatewayError`, and what the log raises. */
  run(input: unknown, request: AdminRequest): Promise<object>;
}

/** Ties an operation to the type of its input. */
export function adminOperation<Input extends z.ZodObject>(
  operation: Omit<AdminOperation, 'run' | 'input'> & {
    readonly input: Input;
    run(input: z.infer<Input>, request: AdminRequest): Promise<object>;
  },
): AdminOperation {
  // What is handed over was parsed by the very schema.
  return { ...operation, run: (input, request) => operation.run(input as z.infer<Input>, request) };
}

/** The members of an input that stand in the path, in order. */
export function pathNames({ path }: Pick<AdminOperation, 'path'>): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
}
