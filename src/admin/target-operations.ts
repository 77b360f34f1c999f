import { z } from 'zod';
import { targetStatusSchema } from '../catalogue/target-status.ts';
import { adminOperation, type AdminOperation } from './operation.ts';

const targetsOutput = z
  .strictObject({
    object: z.literal('list'),
    data: z.array(targetStatusSchema.extend({ object: z.literal('target_status') }).meta({ id: 'TargetStatus' })),
  })
  .meta({ id: 'TargetStatusList' });

const listTargets = adminOperation({
  id: 'listTargets',
  method: 'get',
  path: '/targets',
  command: 'targets list',
  summary:
    'List the targets with their health in each running gateway of the data directory, and how long unhealthy ones stay out of use.',
  action: 'targets.read',
  input: z.strictObject({}),
  output: targetsOutput,
  run: async (_, { administrator, deps }) => {
    administrator.reach('targets.read');
    const data = (await deps.targets()).map((status) => ({ object: 'target_status' as const, ...status }));
    return { object: 'list', data };
  },
});

export const targetOperations: readonly AdminOperation[] = [listTargets];
