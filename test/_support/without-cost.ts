/** A stream without the comment in which the gateway tells its cost. */
export function withoutCost(stream: string): string {
  return stream.replaceAll(/^: waybill \{.*\}\n/gm, '');
}
