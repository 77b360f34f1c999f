// The suite that needs libfaketime, apart from the one of package.json that needs nothing.
// oxlint-disable-next-line import/no-default-export -- AVA asks for it
export default {
  files: ['test/clock-jumps/**/*.test.ts'],
  extensions: ['ts'],
  timeout: '180s',
  workerThreads: false,
  concurrency: 1,
};
