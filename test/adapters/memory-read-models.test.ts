import { createMemoryReadModels } from '../../src/adapters/memory-read-models.ts';
import { readModelsContract } from './read-models.contract.ts';

readModelsContract('memory', (_t, comparePositions) => createMemoryReadModels({ comparePositions }));
