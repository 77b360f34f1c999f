/** Copies of objects, with the number of times that their members were read, all objects together. */
export function counted<Each extends object>(
  all: readonly Each[],
): {
  readonly all: readonly Each[];
  readonly reads: () => number;
} {
  let reads = 0;
  const get = (target: Each, name: string | symbol): unknown => {
    reads += 1;
    return Reflect.get(target, name);
  };
  return { all: all.map((each) => new Proxy(each, { get })), reads: () => reads };
}
