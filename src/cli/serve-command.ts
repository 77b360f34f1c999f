import { Option, type Command } from 'commander';

export function serveCommand(program: Command): void {
  program
    .command('serve')
    .description('start the gateway; SIGTERM waits for running requests, a second SIGTERM exits at once')
    .addOption(
      new Option('--role <role>', 'what this process does (default: WAYBILL_ROLE)').choices([
        'gateway',
        'reactors',
        'all',
      ]),
    )
    .action(start)
    .addHelpText(
      'after',
      '\nExample:\n  $ WAYBILL_CONFIG=waybill.yaml waybill serve\n\nWithout WAYBILL_CONFIG it serves the sandbox. Prints `waybill ready {"base_url":…}` when it listens.',
    );
}

async function start({ role }: { readonly role?: string }): Promise<void> {
  const { processEnvironment } = await import('../config.ts');
  const { serve } = await import('../main.ts');
  await serve({ ...processEnvironment(), ...(role === undefined ? {} : { WAYBILL_ROLE: role }) });
}
