// The suite that needs libreoffice, apart from the one of package.json that needs nothing.
// oxlint-disable-next-line import/no-default-export -- AVA asks for it
export default {
  files: ['test/libreoffice/**/*.test.ts'],
  extensions: ['ts'],
  timeout: '300s',
  workerThreads: false,
};
