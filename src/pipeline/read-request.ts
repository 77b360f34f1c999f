import type { Asked, Authenticated } from './stages.ts';

/** Reads and checks the body, now that it is known who sends it. Raises 400, 408, 413, 415. */
export async function readRequest(authenticated: Authenticated): Promise<Asked> {
  const body = await authenticated.readBody();
  return { ...authenticated, body, request: authenticated.surface.parse(body) };
}
