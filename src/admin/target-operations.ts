import { z } from 'zod';
import { adminOperation, type AdminOperation } from './operation.ts';

const showTargets = adminOperation({
  id: 'showTargets',
  method: 'get',
  path: '/targets',
  command: 'targets status',
  summary:
    'How targets are doing in each running gateway of the data directory: who is asked, and who is out until when.',
  action: 'targets.read',
  input: z.strictObject({}),
  run: async (_, { administrator, deps }) => {
    administrator.reach('targets.read');
    const data = (await deps.targets()).map((status) => ({ object: 'target_status', ...status }));
    return { object: 'list', data };
  },
});

export const targetOperations: readonly AdminOperation[] = [showTargets];
