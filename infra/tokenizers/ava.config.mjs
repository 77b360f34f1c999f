// The suite that needs real tokenizers, apart from the one of package.json that needs nothing. They are installed from the
// lock file in this folder.
// oxlint-disable-next-line import/no-default-export -- AVA asks for it
export default {
  files: ['test/tokenizers/**/*.test.ts'],
  extensions: ['ts'],
  require: ['./test/_support/property-seed.ts'],
  timeout: '10m',
  workerThreads: false,
  // Each file keeps vocabularies of several hundred MB in memory.
  concurrency: 1,
};
