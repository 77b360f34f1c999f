// The suite that needs Go and Python, apart from the one of package.json that needs nothing.
// oxlint-disable-next-line import/no-default-export -- AVA asks for it
export default {
  files: ['test/archive/**/*.test.ts'],
  extensions: ['ts'],
  timeout: '300s',
  workerThreads: false,
};
