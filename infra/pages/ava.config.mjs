// `npm run test:pages`: the commands and examples of the pages, each page with a gateway of its own.
// oxlint-disable-next-line import/no-default-export -- AVA asks for it
export default {
  files: ['test/pages/**/*.test.ts'],
  extensions: ['ts'],
  timeout: '300s',
  workerThreads: false,
};
