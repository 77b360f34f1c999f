// The suite that clones the repository and installs it anew: it needs git and the npm registry, so it stands apart.
// oxlint-disable-next-line import/no-default-export -- AVA asks for it
export default {
  files: ['test/install/**/*.test.ts'],
  extensions: ['ts'],
  timeout: '10m',
  workerThreads: false,
  serial: true,
};
