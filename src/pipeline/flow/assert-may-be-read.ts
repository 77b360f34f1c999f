import { assertFunded, assertNotEmpty } from '../assert-funded.ts';
import { isKeyKnown } from '../claim-key.ts';
import type { Admitted, Readable } from '../records.ts';
import type { PipelineDeps } from './pipeline-deps.ts';

/**
 * Refuses to read the body for an empty wallet, unless a target is free, or the answer may already be recorded under the
 * request's key. A free request, such as token counting, is work too: an empty wallet has none done. Raises what
 * {@link assertFunded} raises.
 */
export function assertMayBeRead(admitted: Admitted, deps: PipelineDeps): Readable | Promise<Readable> {
  const { surface } = admitted;
  const readable = { ...admitted, mayBeRead: true } as const;
  if (deps.freeSurfaces.has(surface.name)) return readable;
  if (surface.isFree === true) return assertNotEmpty(admitted, deps).then(() => readable);
  const funding = assertFunded(admitted, deps);
  if (funding === null) return readable;
  return funding.then(
    () => readable,
    async (error: unknown) => {
      if (!(await isKeyKnown(admitted, deps))) throw error;
      return readable;
    },
  );
}
