import { recordedAnswerMax } from '../domain/administration/administration-events.ts';
import { GatewayError } from '../errors.ts';
import { administrationId } from '../ledger/administration/administration-ids.ts';
import { changeAdministration, recordedAdministration } from '../ledger/administration/recorded-administration.ts';
import { writersBeginningWith } from '../ledger/administration/beginning-writers.ts';
import type { Administrator } from './administrator.ts';
import type { AdminDeps, AdminOperation, AdminRequest } from './operation.ts';
import { isMoney } from '../domain/money.ts';
import { eventAmount } from './inputs.ts';

/** The caller of an operation, and its idempotency key. */
export interface OperationCall {
  readonly administrator: Administrator;
  readonly deps: AdminDeps;
  /** `null`: the request has none. */
  readonly idempotencyKey: string | null;
}

/**
 * Runs an operation. A write with an idempotency key, or an id from the client, is executed once: the request is recorded
 * with a digest of its input before the first write, and its answer afterwards. A repeated request gets that answer; another
 * request with the same key or id raises `already_exists` and writes nothing. Also raises the errors of the operation.
 */
export async function runOperation(operation: AdminOperation, input: unknown, call: OperationCall): Promise<object> {
  const { administrator, deps, idempotencyKey } = call;
  const newId = idMaker(operation, call);
  const names = operation.method === 'get' ? [] : namesOf(input, idempotencyKey);
  if (names.length === 0) return await operation.run(input, { administrator, deps, newId, isRepeat: () => false });
  const once = new OnceOnly(operation, names, { input, call });
  const recorded = await once.look();
  if (recorded !== null) return await once.end(recorded);
  const request = {
    administrator,
    deps: { ...deps, ...writersBeginningWith(() => once.begin(), deps) },
    newId,
    isRepeat: () => once.isRepeat,
  };
  const found = await operation.run(input, request);
  return await once.end(found);
}

/** A request that writes nothing, outside of {@link runOperation}. */
export function reading({ administrator, deps }: Pick<AdminRequest, 'administrator' | 'deps'>): AdminRequest {
  return { administrator, deps, newId: (given) => given ?? deps.createId(), isRepeat: () => false };
}

function idMaker(operation: AdminOperation, { administrator, deps, idempotencyKey }: OperationCall) {
  return (given?: string, what = ''): string => {
    if (given !== undefined || idempotencyKey === null) return given ?? deps.createId();
    const who = administrator.person?.user_id ?? '';
    return administrationId(deps.keyHasher, JSON.stringify([who, operation.id, idempotencyKey, what]));
  };
}

/** An identifier of a request that its client chose: its idempotency key, or the id of the new resource. */
interface Name {
  readonly kind: 'key' | 'id';
  readonly text: string;
}

function namesOf(input: unknown, idempotencyKey: string | null): readonly Name[] {
  const id = typeof input === 'object' && input !== null && 'id' in input ? input.id : undefined;
  return [
    ...(idempotencyKey === null ? [] : [{ kind: 'key', text: idempotencyKey } as const]),
    ...(typeof id === 'string' ? [{ kind: 'id', text: id } as const] : []),
  ];
}

/** A request that is recorded under its idempotency key, the id of the new resource, or both. */
class OnceOnly {
  readonly #call: OperationCall;
  readonly #operation: AdminOperation;
  readonly #digest: string;
  readonly #requestIds: readonly string[];
  #begun: Promise<void> | null = null;
  #isRepeat = false;

  constructor(
    operation: AdminOperation,
    names: readonly Name[],
    { input, call }: { readonly input: unknown; readonly call: OperationCall },
  ) {
    this.#call = call;
    this.#operation = operation;
    const { keyHasher } = call.deps;
    const who = call.administrator.person?.user_id ?? '';
    this.#digest = keyHasher.hash(JSON.stringify(['asked', who, operation.id, canonicalText(input)]));
    // An id is unique for all callers; an idempotency key belongs to one caller.
    this.#requestIds = names.map(({ kind, text }) =>
      keyHasher.hash(JSON.stringify(['administration', kind === 'key' ? who : '', operation.id, kind, text])),
    );
  }

  /** Whether the same request has begun before. */
  get isRepeat(): boolean {
    return this.#isRepeat;
  }

  /** The recorded answer; `null`: none is known. Raises `already_exists`. */
  async look(): Promise<object | null> {
    let answer: string | null = null;
    for (const requestId of this.#requestIds) {
      const known = await recordedAdministration(this.#call.deps.log, requestId);
      if (known === null) continue;
      if (known.digest !== this.#digest) throw differs();
      this.#isRepeat = true;
      answer ??= known.answer;
    }
    return answer === null ? null : (JSON.parse(answer) as object);
  }

  /** Records the request, before the first write. Raises `already_exists`. */
  begin(): Promise<void> {
    this.#begun ??= this.#recordBeginnings();
    return this.#begun;
  }

  async #recordBeginnings(): Promise<void> {
    const { deps, administrator } = this.#call;
    const [operation, digest, actor] = [this.#operation.id, this.#digest, administrator.actor];
    for (const requestId of this.#requestIds) {
      const command = { type: 'begin_administration', requestId, operation, digest, actor } as const;
      const answer = await changeAdministration(deps, requestId, command);
      if (!answer.accepted) throw differs();
      if (answer.events.length === 0) this.#isRepeat = true;
    }
  }

  /** Records the answer, also of a request that wrote nothing. */
  async end(found: object): Promise<object> {
    await this.begin();
    const answer = JSON.stringify(withoutSecret(found));
    const isKept = answer.length <= recordedAnswerMax && this.#operation.keepsNoAnswer !== true;
    const requestIds = isKept ? this.#requestIds : [];
    for (const requestId of requestIds) {
      await changeAdministration(this.#call.deps, requestId, { type: 'answer_administration', answer });
    }
    return found;
  }
}

/** Secrets are shown once, and never recorded. */
function withoutSecret(found: object): object {
  const secrets = ['api_key', 'secret'].filter((name) => name in found);
  return { ...found, ...Object.fromEntries(secrets.map((name) => [name, null])) };
}

function differs(): GatewayError {
  return new GatewayError('already_exists', {
    detail: 'Another request already used this id or idempotency key.',
  });
}

/** Canonical text of a request, equal for equivalent requests: members sorted, amounts in the format of events. */
export function canonicalText(asked: unknown): string {
  return JSON.stringify(canonical(asked));
}

function canonical(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => canonical(each));
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return members.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, canonical(member, key)]);
  }
  return typeof value === 'string' && name.endsWith('_eur') && isMoney(value) ? eventAmount(value) : value;
}
