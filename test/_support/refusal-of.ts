import { APIError } from 'openai';

/** The error that a call of the official client ends in. */
export async function refusalOf(call: Promise<unknown>): Promise<APIError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof APIError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}
