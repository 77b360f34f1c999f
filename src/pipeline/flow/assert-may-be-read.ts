import { assertFunded } from '../assert-funded.ts';
import { isKeyKnown } from '../claim-key.ts';
import type { Admitted, Readable } from '../stages.ts';
import type { PipelineDeps } from './pipeline-deps.ts';

/**
 * The body of an empty wallet is not read, unless nothing has to be paid for it, or its answer may be there already.
 * Raises what {@link assertFunded} raises.
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
