// Usage counters in the shape of the surface that counted them.

/** Counters by name, nested as on the wire. */
export type Usage = { readonly [counter: string]: number | Usage };

interface UsageSum {
  [counter: string]: number | UsageSum;
}

/** Adds every counter of `usage` into `sum`, which takes the same nesting. */
export function addUsage(sum: UsageSum, usage: Usage): void {
  for (const counter in usage) {
    const value = usage[counter];
    if (typeof value === 'number') sum[counter] = Number(sum[counter] ?? 0) + value;
    else if (value !== undefined) {
      const inner = sum[counter];
      const nested: UsageSum = typeof inner === 'object' ? inner : {};
      sum[counter] = nested;
      addUsage(nested, value);
    }
  }
}

export type { UsageSum };
