import { mayBeFree } from '../../catalogue/free-surfaces.ts';
import { assertFunded, assertNotEmpty } from './assert-funded.ts';
import { isKeyKnown } from './claim-key.ts';
import type { Admitted, Profiled, Readable } from '../records.ts';
import type { Member } from '../selection/route-options.ts';
import type { PipelineDeps } from '../flow/pipeline-deps.ts';

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

/**
 * Refuses the same once the model is known, on a surface where some are free, before work is done for the request: that
 * another model is free does not matter any longer. Raises what {@link assertFunded} raises.
 */
export async function assertMayBeCast(profiled: Profiled, deps: PipelineDeps): Promise<void> {
  const { surface, routing } = profiled;
  const members = routing === null ? profiled.members : routing.options.flatMap((option) => option.members);
  const isFree = ({ target }: Member): boolean => mayBeFree(surface.name, target);
  if (members.some(isFree)) return;
  await (surface.isFree === true ? assertNotEmpty(profiled, deps) : assertFunded(profiled, deps));
}
