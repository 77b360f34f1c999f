import type { z } from 'zod';
import type { PricedProfile } from '../catalogue/priced-profile.ts';
import type { TargetStatus } from '../catalogue/target-status.ts';
import type { BankAccount } from '../domain/payments/credit-transfer-text.ts';
import type { AdminAction } from '../domain/scopes/permissions.ts';
import type { workbookType, WriteWorkbook } from '../ports/workbook.ts';
import type { TopupDeps } from '../ledger/administration/payment-deps.ts';
import type { Wallets } from '../ledger/wallets.ts';
import type { BankStatement } from '../ports/bank-statement.ts';
import type { BillingRecords } from '../ports/billing-records.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { KeyHasher } from '../ports/key-hasher.ts';
import type { LogEndReader } from '../ports/log-end.ts';
import type { Projection, DocumentReader } from '../ports/read-models.ts';
import type { StreamBell } from '../ledger/following/stream-bells.ts';
import type { Administrator } from './administrator.ts';
import type { Shown } from './outputs.ts';

/** The dependencies of operations. */
export interface AdminDeps {
  readonly log: EventLog;
  readonly logEnd: LogEndReader;
  /** Listens from now on for events of streams whose name begins with one of these. */
  listen(streamPrefixes: readonly string[]): StreamBell;
  readonly wallets: Pick<Wallets, 'execute' | 'preview'>;
  readonly bankEntries: TopupDeps['bankEntries'];
  /** Removes a stream of contents for ever. Idempotent. */
  removeContent(stream: string): Promise<void>;
  readonly readModels: DocumentReader;
  /** Resolves when the read models contain everything recorded before the call. */
  catchUp(projections: readonly Projection<object>[]): Promise<void>;
  readonly keyHasher: KeyHasher;
  /** Returns a new UUID. */
  readonly createId: () => string;
  /** Returns 32 random bytes. */
  readonly mintSecret: () => Uint8Array;
  /** Encrypts a secret with a content key, for the place that `associated` names. Raises if there is no key. */
  sealSecret(plain: Buffer, associated: string): Promise<Buffer>;
  /** Where people open the console: `https://console.example`; `null`: it is not known. */
  consoleOrigin(): Promise<string | null>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The names of the public profiles, which a new key without a list may use. */
  publicProfiles(): readonly string[];
  /** The names that a key may list: profiles, aliases and `switchyard`. `null`: there is no configuration to compare with. */
  knownNames(): readonly string[] | null;
  /** The profiles with the price lists of their targets; `null`: there is no configuration. */
  pricedProfiles(): readonly PricedProfile[] | null;
  /** Whether a new person is protected who is made without saying so: where `personal_data` is configured. */
  protectsPeople(): boolean;
  /** The billing records of the upstreams. */
  readonly billingRecords: BillingRecords;
  readonly writeWorkbook: WriteWorkbook;
  /** The account to which top-ups are paid; `null`: none is configured. */
  bankAccount(): BankAccount | null;
  /** The statements in a file of the bank. Raises `StatementUnreadable`. */
  readStatements(file: Uint8Array): Promise<readonly BankStatement[]>;
  /** A text of at most 331 bytes as a QR code, in SVG. */
  drawQrCode(text: string): Promise<string>;
  /** The health of the targets in each running gateway of the data directory. */
  targets(): Promise<readonly TargetStatus[]>;
}

/** One call of an operation. */
export interface AdminRequest {
  readonly administrator: Administrator;
  readonly deps: AdminDeps;
  /**
   * The id of a created resource: the given one, else one derived from the idempotency key, so that a repeated request
   * creates the same resource, else a new one. `what` distinguishes several resources of one request.
   */
  newId(given?: string, what?: string): string;
  /** Whether the same request, by its idempotency key or the id from the client, has begun before. */
  isRepeat(): boolean;
}

/** Who follows a list, and how long. */
export interface Following {
  /** The request, with what its caller may do now. Raises the errors of a caller who may not ask for this any more. */
  now(): Promise<AdminRequest>;
  readonly signal: AbortSignal;
}

/** A row, and the place right after it. */
export interface FollowedRow {
  readonly row: object;
  readonly place: string;
}

/** New rows in the order of the ledger, perhaps none, and the place after all that was looked at. */
export interface FollowedStep {
  readonly rows: readonly FollowedRow[];
  readonly place: string;
}

/** A list with what will be added to it. */
export interface FollowedList {
  /** The list that the cursors of its places belong to. */
  readonly list: { readonly name: string; readonly prefix: string };
  /** The place before the first row. */
  readonly begin: string;
  /** Each row once, until the signal aborts. Access is checked anew before each step. Raises its errors, and those of the log. */
  steps(): AsyncIterable<FollowedStep>;
  /** Raises the errors of access checks. */
  assertMay(request: AdminRequest): Promise<unknown>;
}

/** One operation: a path of the API and a command. */
export interface AdminOperation {
  /** camelCase, unique. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Path below `/admin/v1`; names in braces are members of the input. */
  readonly path: string;
  /** `<group> <verb>`. */
  readonly command: string;
  readonly summary: string;
  /** Optional members that a command requires, because it has no user to derive tenant or owner from. */
  readonly commandNeeds?: readonly string[];
  /** Checked first. Its reach is checked when the named resource is known. */
  readonly action: AdminAction;
  /** Most bytes of its body. Absent: those of the management API. */
  readonly bodyBytesMax?: number;
  /** What it answers may be personal and is not recorded: a repeated call does again what changes nothing a second time. */
  readonly keepsNoAnswer?: true;
  /** A command says what there is to delete, asks, and repeats the call until nothing is left. */
  readonly erases?: true;
  /** The description shows the members of the path in the body too, where every operation accepts them. */
  readonly bodyRepeatsPath?: true;
  /** A POST that takes the record as it was read, as PUT and PATCH do. */
  readonly changesRecord?: true;
  /** Content type of the answer. Absent: JSON. `text/csv`: rows, and `next` is in a header. `text/html`: a paper. */
  readonly produces?: 'text/csv' | 'text/html' | typeof workbookType;
  /** The input: from the path, and the query of a GET or the body. */
  readonly input: z.ZodObject;
  /** The answer. Of what `produces` a table, its columns and rows; of a paper, its page. */
  readonly output: z.ZodType<object>;
  /** Raises `GatewayError` and the errors of the log. */
  run(input: unknown, request: AdminRequest): Promise<object>;
  /**
   * What a call takes the place of, which its caller's level has set: members of its input. It is given those of the path
   * alone. `null`: nothing. Absent: it replaces no whole. Raises what `run` does for whoever may not call it.
   */
  replaces?(input: unknown, request: AdminRequest): Promise<object | null>;
  /** The list as it grows, for an input with `follow`. Absent: it cannot be followed. Raises what `run` does. */
  follow?(input: unknown, following: Following): Promise<FollowedList>;
}

/** The members of an input that a path has. */
type OfPath<Input> = Pick<Input, Extract<keyof Input, `${string}_id` | 'scope_kind'>>;

/** Binds an operation to the types of its input and its answer. */
export function adminOperation<
  Input extends z.ZodObject,
  Output extends z.ZodType<object>,
  const Answer extends Shown<Output>,
>({
  run,
  replaces,
  follow,
  ...operation
}: Omit<AdminOperation, 'run' | 'replaces' | 'follow' | 'input' | 'output'> & {
  readonly input: Input;
  readonly output: Output;
  run(input: z.infer<Input>, request: AdminRequest): Promise<Answer>;
  replaces?(input: OfPath<z.infer<Input>>, request: AdminRequest): Promise<object | null>;
  follow?(input: z.infer<Input>, following: Following): Promise<FollowedList>;
}): AdminOperation {
  // `as`: the input was parsed by the same schema.
  return {
    ...operation,
    run: (input, request) => run(input as z.infer<Input>, request),
    ...(replaces && { replaces: (input, request) => replaces(input as OfPath<z.infer<Input>>, request) }),
    ...(follow && { follow: (input, following) => follow(input as z.infer<Input>, following) }),
  };
}

/** Whether a list is asked for as it grows. */
export function isFollowed(
  operation: AdminOperation,
  input: unknown,
): operation is AdminOperation & Required<Pick<AdminOperation, 'follow'>> {
  const { follow = false } = input as { readonly follow?: boolean }; // parsed by its schema
  return operation.follow !== undefined && follow;
}

/** The first word of an operation's command: what it is about. */
export function groupOf({ command }: Pick<AdminOperation, 'command'>): string {
  return command.split(' ')[0] ?? '';
}

/** The names of the input members in the path, in order. */
export function pathNames({ path }: Pick<AdminOperation, 'path'>): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
}
