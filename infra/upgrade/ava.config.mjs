// The suite of two versions on one ledger, apart from the one of package.json: it takes a minute, and at its full size many.
// oxlint-disable-next-line import/no-default-export -- AVA asks for it
export default {
  files: ['test/upgrade/**/*.test.ts'],
  extensions: ['ts'],
  timeout: '7200s',
  workerThreads: false,
  concurrency: 1,
};
