import { assertFunded } from '../assert-funded.ts';
import { isKeyKnown } from '../claim-key.ts';
import type { Admitted, Readable } from '../records.ts';
import type { PipelineDeps } from './pipeline-deps.ts';

/**
 * Refuses to read the body for an empty wallet, unless nothing has to be paid, or the answer may already be recorded
 * under the request's key. Raises what {@link assertFunded} raises.
 */
export function assertMayBeRead(admitted: Admitted, deps: PipelineDeps): Readable | Promise<Readable> {
  const { surface } = admitted;
  const readable = { ...admitted, mayBeRead: true } as const;
  if (surface.isFree === true || deps.freeSurfaces.has(surface.name)) return readable;
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
