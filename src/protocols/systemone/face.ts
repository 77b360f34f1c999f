import type { JsonFace } from '../face.ts';
import { readSystemOneInference } from './inference.ts';
import { systemOneErrors } from './error.ts';
import { systemOneTextMap } from './text-map.ts';

export const systemOneFace = {
  name: 'systemone',
  upstreamPath: '/systemone',
  forwardedHeaders: ['typesafe-danger-zone-'],
  texts: systemOneTextMap,
  read: readSystemOneInference,
  errors: systemOneErrors,
  lessWork: 'Ask fewer questions, or shorten the state',
} as const satisfies JsonFace;
