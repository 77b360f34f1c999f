// The suite that needs beancount, apart from the one of package.json that needs nothing.
// oxlint-disable-next-line import/no-default-export -- AVA asks for it
export default {
  files: ['test/beancount/**/*.test.ts'],
  extensions: ['ts'],
  timeout: '120s',
  workerThreads: false,
};
