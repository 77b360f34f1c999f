/** Required by AVA in every test file: with `WAYBILL_TEST_SEED` set, fast-check tries the same cases again. */
const seed = process.env['WAYBILL_TEST_SEED'];

// fast-check is loaded only then: most test files have no property.
if (seed !== undefined) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ seed: Number(seed) });
}
