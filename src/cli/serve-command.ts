import type { Command } from 'commander';

export function serveCommand(program: Command): void {
  program
    .command('serve')
    .description('start the gateway; SIGTERM lets running requests finish, a second one does not')
    .action(start)
    .addHelpText(
      'after',
      '\nExample:\n  $ WAYBILL_CONFIG=waybill.yaml waybill serve\n\nWithout WAYBILL_CONFIG it serves its sandbox. Prints `waybill ready {"base_url":…}` when it listens.',
    );
}

async function start(): Promise<void> {
  const { processEnvironment } = await import('../config.ts');
  const { serve } = await import('../main.ts');
  await serve(processEnvironment());
}
