import { readFileSync } from 'node:fs';

/** The ids of the processes that this one has started; Linux only. */
export function childProcessesOf(pid = 0): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}
