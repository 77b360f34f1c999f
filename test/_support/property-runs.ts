/** How often a property is tried: so often in every run of the tests, thirty times as often in the nightly one. */
export function propertyRuns(ordinary: number): number {
  return process.env['WAYBILL_TEST_NIGHTLY'] === '1' ? ordinary * 30 : ordinary;
}
