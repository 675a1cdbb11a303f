import { equal, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { startProcess } from '../../src/acp/process';
import { budgetSpent, type Starting } from '../../src/acp/startBudget';
import { eventually } from './support';

const quick = { handshakeSeconds: 0.3, installSeconds: 600 };

function starting(more: Partial<Starting> = {}): Starting {
  return { mayInstall: true, agentRuns: async () => true, output: () => '', ...more };
}

describe('the time that a start may take', () => {
  const never = new AbortController().signal;

  it('is that of a handshake for a program that fetches nothing', async () => {
    const look = { agentRuns: () => Promise.reject(new Error('nobody looks')) };
    equal(await budgetSpent(starting({ mayInstall: false, ...look }), quick, never), 'handshake');
  });

  it('is that of a handshake once the agent itself runs', async () => {
    equal(await budgetSpent(starting(), quick, never), 'handshake');
  });

  it('is that of an installation while the agent does not run yet', async () => {
    const budgets = { handshakeSeconds: 0.1, installSeconds: 0.5 };
    equal(await budgetSpent(starting({ agentRuns: async () => false }), budgets, never), 'install');
  });

  it('begins anew with everything that the agent prints: it may fetch more at its first run', async () => {
    let printed = 0;
    const output = (): string => 'x'.repeat(Math.min((printed += 1), 8));
    let looks = 0;
    const agentRuns = async (): Promise<boolean> => (looks += 1) > 0;
    equal(await budgetSpent(starting({ output, agentRuns }), quick, never), 'handshake');
    // Eight looks at something new, then silence for three times the shortest pause.
    equal(looks > 10, true);
  });

  it('begins anew when what ran was only a part of the installation', async () => {
    let looks = 0;
    const agentRuns = async (): Promise<boolean> => (looks += 1) !== 3;
    equal(await budgetSpent(starting({ agentRuns }), quick, never), 'handshake');
    equal(looks > 6, true);
  });

  it('ends with the start', async () => {
    const abort = new AbortController();
    const spent = budgetSpent(starting({ agentRuns: async () => false }), quick, abort.signal);
    abort.abort();
    await rejects(spent, { name: 'AbortError' });
  });

  it('knows what the real npx has started', async function () {
    if (process.platform !== 'linux') return this.skip();
    this.timeout(30_000);
    const agent = await startProcess({
      command: 'npx',
      args: ['-c', 'node -e "console.log(1); process.stdin.resume()"'],
      env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' },
      cwd: process.cwd(),
      display: 'npx',
    });
    try {
      await once(agent.stdout, 'data');
      await eventually(() => agent.agentRuns(), 'the program of npx');
    } finally {
      await agent.stop(1000);
    }
    equal(await agent.agentRuns(), false);
  });
});
