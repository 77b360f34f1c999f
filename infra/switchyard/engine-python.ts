import { pythonWith } from '../made-once.ts';

/** Of NVIDIA NeMo Switchyard. */
const engineVersion = '0.3.0';

/** The Python that has the engine, in an environment of its own that is made the first time: 20 MB, kept in `.cache`. */
export function enginePython(): Promise<string> {
  return pythonWith(`nemo-switchyard-${engineVersion}`, [`nemo-switchyard==${engineVersion}`]);
}
