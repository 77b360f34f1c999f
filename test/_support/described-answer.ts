import { adminPrefix } from '../../src/admin/admin-server.ts';
import type { AdminOperation } from '../../src/admin/operation.ts';
import { adminOperations } from '../../src/admin/operations.ts';

const matchers = adminOperations.map((operation) => ({
  operation,
  // A path without a parameter comes before one with it.
  variables: operation.path.split('{').length,
  pattern: new RegExp(`^${operation.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

function operationOf(method: string, url: string): AdminOperation | undefined {
  const [path = ''] = url.replace(adminPrefix, '').split('?');
  return matchers
    .filter(({ operation, pattern }) => operation.method === method.toLowerCase() && pattern.test(path))
    .toSorted((one, other) => one.variables - other.variables)[0]?.operation;
}

/** Raises for a JSON answer of the management API with a member that its schema lacks, or without one that it has. */
export function assertDescribed(method: string, url: string, answer: object): void {
  const operation = operationOf(method, url);
  if (operation === undefined || operation.produces !== undefined) return;
  const { error } = operation.output.safeParse(answer);
  if (error !== undefined) throw new Error(`${operation.id} answered what it does not describe: ${error.message}`);
}

/** The same for an entry of a list that is followed. */
export function assertEntryDescribed(url: string, entry: object): void {
  assertDescribed('get', url, { object: 'list', data: [entry], next: null });
}
