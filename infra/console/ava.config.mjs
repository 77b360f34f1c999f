// The suite that needs a browser, apart from the one of package.json that needs nothing. Its remote control and its judge of
// accessibility are installed from the lock file in this folder.
// oxlint-disable-next-line import/no-default-export -- AVA asks for it
export default {
  files: ['test/browser/**/*.test.ts'],
  extensions: ['ts'],
  require: ['./test/_support/property-seed.ts'],
  timeout: '5m',
  workerThreads: false,
  // Each file runs a browser.
  concurrency: 1,
};
