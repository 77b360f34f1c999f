// What every surface reads of a request in the same way.
import { combineDirections, directionsOfModel, takeDirectives, UnknownDirective } from './misbehaviour.ts';
import type { Directions } from './misbehaviour.ts';
import type { Fault, Reply } from './surface.ts';

/** A request the surface does not take. */
export class RefusedAsk extends Error {
  override readonly name = 'RefusedAsk';
  readonly fault: Fault;
  readonly model: string | null;

  constructor(fault: Omit<Fault, 'status'> & { readonly status?: number }, model: string | null) {
    super(fault.message);
    this.fault = { ...fault, status: fault.status ?? 400 };
    this.model = model;
  }
}

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body as an object. Raises {@link RefusedAsk}. */
export function readAskJson(body: Buffer): Fields {
  try {
    const read: unknown = JSON.parse(body.toString());
    if (isFields(read)) return read;
  } catch {
    // Told below, with the body that is no object.
  }
  throw new RefusedAsk({ message: 'The body is not a JSON object.', code: null, param: null }, null);
}

/** A model of the sandbox. Raises {@link RefusedAsk}. */
export function readAskModel(fields: Fields): string {
  const model = fields['model'];
  if (typeof model !== 'string') {
    throw new RefusedAsk({ message: 'A model is required.', code: null, param: 'model' }, null);
  }
  if (!model.startsWith('sandbox-')) {
    const message = `The model "${model}" does not exist: models here begin with "sandbox-".`;
    throw new RefusedAsk({ status: 404, message, code: 'model_not_found', param: null }, model);
  }
  return model;
}

interface DirectedText {
  readonly model: string;
  readonly text: string;
  /** The field that holds it. */
  readonly param: string;
}

/** The directives of the model's name and of a text, and the text without them. Raises {@link RefusedAsk}. */
export function readDirectives({ model, text, param }: DirectedText): {
  readonly text: string;
  readonly directions: Directions;
} {
  try {
    const taken = takeDirectives(text);
    return { text: taken.text, directions: combineDirections(directionsOfModel(model), taken.directions) };
  } catch (error) {
    if (!(error instanceof UnknownDirective)) throw error;
    const { message } = error;
    throw new RefusedAsk({ message, code: 'unknown_sandbox_directive', param }, model);
  }
}

/** The reply to a request that may be refused while it is read. */
export function replyOrRefusal(reply: () => Reply): Reply {
  try {
    return reply();
  } catch (error) {
    if (error instanceof RefusedAsk) return { kind: 'refused', model: error.model, fault: error.fault };
    throw error;
  }
}
