// `npm run test:agents`: installs coding agents into a folder of their own, runs the suite of test/agents with them.
// Closes as `npm test` does.
import { runSuite } from '../run-suite.ts';
import { agentPackages, installAgent, type AgentPackage } from './agent-package.ts';

async function commandOf(agent: AgentPackage): Promise<readonly (readonly [string, string])[]> {
  try {
    return [[agent.variable, JSON.stringify(await installAgent(agent))]];
  } catch (error) {
    const why = error instanceof Error ? error.message.trim().split('\n').slice(0, 3).join('; ') : String(error);
    process.stderr.write(`${agent.name} ${agent.version} was left out: it could not be installed: ${why}\n`);
    return [];
  }
}

// One at a time: each unpacks some 300 MB.
const commands: (readonly [string, string])[] = [];
for (const agent of agentPackages) commands.push(...(await commandOf(agent)));
if (commands.length === 0) {
  process.stderr.write('the suite of the coding agents was not run: the registry has none of them\n');
  process.exitCode = 1;
} else {
  await runSuite('agents', Object.fromEntries(commands));
}
