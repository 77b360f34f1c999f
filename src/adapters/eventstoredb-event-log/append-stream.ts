import { randomUUID } from 'node:crypto';
import appendErrors from '@eventstore/db-client/dist/streams/appendToStream/unpackError.js';
import { engineFailureOf } from './engine-failure.ts';
import { appendRequest } from './stream-requests.ts';
import type statuses from '@eventstore/db-client/generated/status_pb.js';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { BatchCall, LedgerClient } from './ledger-client.ts';
import type { AppendOutcome, AppendTry, RemoteFailure } from './messages.ts';

/** Called once for every append. */
type Answered = (append: AppendTry, outcome: AppendOutcome) => void;

/**
 * The gRPC stream on which appends go to the leader, reopened after it ends. Answers are matched to appends by a
 * correlation id; unexpected answers are dropped. When a stream ends, for any reason, exactly the appends that wait on
 * it are failed.
 */
export class AppendStream {
  readonly #client: LedgerClient;
  readonly #answered: Answered;
  readonly #assured: () => Promise<void>;
  #current: OpenStream | null = null;

  /** `assured`: raises when nothing may be appended; called before each stream is opened. */
  constructor(client: LedgerClient, assured: () => Promise<void>, answered: Answered) {
    this.#client = client;
    this.#assured = assured;
    this.#answered = answered;
  }

  send(append: AppendTry): void {
    this.#current ??= this.#open();
    this.#current.send(append);
  }

  #open(): OpenStream {
    const answered: Answered = (append, outcome) => {
      if (!('failure' in outcome) || outcome.failure.code === 'conflict') this.#client.heard();
      this.#answered(append, outcome);
    };
    const opening = this.#assured().then(() => this.#client.batchAppend());
    const opened = new OpenStream(opening, answered, () => {
      if (this.#current === opened) this.#current = null;
    });
    return opened;
  }
}

class OpenStream {
  readonly #answered: Answered;
  readonly #waiting = new Map<string, AppendTry>();
  readonly #ended: () => void;
  #call: BatchCall | null = null;
  #unwritten: streams.BatchAppendReq[] = [];

  constructor(opening: Promise<BatchCall>, answered: Answered, ended: () => void) {
    this.#answered = answered;
    this.#ended = ended;
    opening.then(
      (call) => this.#begin(call),
      (error: unknown) => this.#end(unopened(engineFailureOf(error))),
    );
  }

  send(append: AppendTry): void {
    const correlation = randomUUID();
    this.#waiting.set(correlation, append);
    const request = appendRequest(correlation, append.stream, append.expected, append.fields);
    if (this.#call === null) this.#unwritten.push(request);
    else this.#call.write(request);
  }

  #begin(call: BatchCall): void {
    this.#call = call;
    call.on('data', (response: streams.BatchAppendResp) => this.#receive(response));
    call.on('error', (error: Error) => this.#end(engineFailureOf(error)));
    call.on('end', () => {
      call.cancel();
      this.#end({ code: 'unknown', message: 'the engine ended the stream of appends' });
    });
    for (const request of this.#unwritten) call.write(request);
    this.#unwritten = [];
  }

  #receive(response: streams.BatchAppendResp): void {
    const correlation = response.getCorrelationId()?.getString() ?? '';
    const append = this.#waiting.get(correlation);
    if (append === undefined) return;
    this.#waiting.delete(correlation);
    this.#answered(append, outcomeOf(append.stream, response));
  }

  #end(failure: RemoteFailure): void {
    this.#ended();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const append of waiting) this.#answered(append, { failure });
  }
}

/** Nothing was sent to a log that was rewound. */
function unopened(failure: RemoteFailure): RemoteFailure {
  return failure.code === 'rewound' ? { code: 'unsent', message: failure.message } : failure;
}

function outcomeOf(stream: string, response: streams.BatchAppendResp): AppendOutcome {
  const error = response.getError();
  if (error !== undefined) return { failure: refusalOf(error, stream) };
  const success = response.getSuccess();
  if (success === undefined) return { failure: { code: 'unknown', message: 'the engine answered neither yes nor no' } };
  const position = success.getPosition();
  const place =
    position === undefined ? null : { commit: position.getCommitPosition(), prepare: position.getPreparePosition() };
  return { revision: Number(success.getCurrentRevision()), place };
}

function refusalOf(error: statuses.Status, stream: string): RemoteFailure {
  try {
    return engineFailureOf(appendErrors.unpackToCommandError(error, stream));
  } catch {
    // The details are missing or unknown to the client.
    return { code: 'unknown', message: error.getMessage() };
  }
}
