import { z } from 'zod';
import { adminOperation, type AdminOperation } from './operation.ts';

const listTargets = adminOperation({
  id: 'listTargets',
  method: 'get',
  path: '/targets',
  command: 'targets list',
  summary:
    'List the targets with their health in each running gateway of the data directory, and how long unhealthy ones stay out of use.',
  action: 'targets.read',
  input: z.strictObject({}),
  run: async (_, { administrator, deps }) => {
    administrator.reach('targets.read');
    const data = (await deps.targets()).map((status) => ({ object: 'target_status', ...status }));
    return { object: 'list', data };
  },
});

export const targetOperations: readonly AdminOperation[] = [listTargets];
