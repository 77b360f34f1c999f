import { targets, type Target } from './_operation-cases.ts';

/** The targets that each reach gets to. `L`, `M`: lists show what is one's own of the tenant, or reseller, that is named. */
const reached: Readonly<Record<string, readonly Target[]>> = {
  a: targets,
  r: ['own', 'tenant', 'sibling'],
  R: ['own', 'tenant', 'sibling'],
  t: ['own', 'tenant'],
  T: ['own', 'tenant'],
  o: ['own'],
  L: ['own', 'tenant'],
  M: ['own', 'tenant', 'sibling'],
};

/** What does not depend on a tenant: whoever may do it at all may do it. */
const anywhere = new Set([
  'showCheckpoint',
  'proveCheckpoint',
  'listPostings',
  'createReseller',
  'listResellers',
  'suspendReseller',
  'resumeReseller',
  'closeReseller',
]);

/** The status of a call by a role with a reach: see `_operation-cases.ts`. */
export function expectedStatus(id: string, reach: string, target: Target): number {
  if (reach === '-') return 403;
  if (anywhere.has(id)) return 200;
  return reached[reach]?.includes(target) === true ? 200 : 404;
}
