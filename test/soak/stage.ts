import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentRunner } from '../../src/acp/agentRunner';
import type { AgentConnection } from '../../src/acp/connection';
import type { LaunchPlan } from '../../src/acp/process';
import { ProcessLedger } from '../../src/acp/processLedger';
import type { Session } from '../../src/acp/session';
import { Transcript } from '../../src/acp/transcript';
import { scriptedPlan } from '../agent/inProcess';
import { say, scriptedAgent } from '../agent/scriptBuilder';
import type { FakeHost } from '../unit/fakeHost';

const permission = {
  toolCall: { toolCallId: 'c1', title: 'Do it' },
  options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
};
const waiting = { terminalId: 't1' };

/** Leaves as much as possible open, and what it started ignores every signal that can be ignored. */
const script = scriptedAgent()
  .onPrompt('crash')
  .sends(say('going down'))
  .asksAndGoesOn('terminal/wait_for_exit', waiting)
  .startsGrandchild('detached')
  .thenDies('SIGKILL')
  .onPrompt('exit')
  .asks('session/request_permission', permission)
  .asksAndGoesOn('terminal/wait_for_exit', waiting)
  .thenExits(3)
  .onPrompt()
  .sends(say('working'))
  .asks('session/request_permission', permission)
  .asks('fs/write_text_file', { path: '/f', content: 'x' })
  .asksAndGoesOn('terminal/wait_for_exit', waiting)
  .thenAnswers('end_turn');

/** A place of its own for one run: folders, and a mark on all its processes. */
export class Stage {
  /** `NAME=value` in the environment of every agent. */
  readonly mark: string;
  readonly ledger: string;
  readonly temporary: string;
  readonly plan: LaunchPlan;
  private readonly home = mkdtempSync(join(tmpdir(), 'acp-soak-'));

  constructor() {
    const [name, value] = ['ACP_SOAK', randomUUID()];
    this.mark = `${name}=${value}`;
    this.ledger = this.folder('ledger');
    this.temporary = this.folder('tmp');
    const plan = scriptedPlan(script, this.folder('agent'));
    this.plan = { ...plan, env: { ...plan.env, [name]: value, TMPDIR: this.temporary } };
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  runner(host: FakeHost): AgentRunner {
    return new AgentRunner({
      host,
      clientInfo: { name: 'soak', title: 'Soak test', version: '0' },
      clientCapabilities: {},
      limits: () => ({ handshakeSeconds: 20, installSeconds: 20, stopGraceSeconds: 0.2 }),
      ledger: new ProcessLedger(this.ledger, host.log),
      trace: () => undefined,
      changed: () => undefined,
    });
  }

  private folder(name: string): string {
    const path = join(this.home, name);
    mkdirSync(path);
    return path;
  }
}

/** A session with a person who says yes to everything. */
export async function newSession(
  connection: AgentConnection,
  transcript = new Transcript(() => undefined),
): Promise<Session> {
  const session = await connection.newSession('/', {
    transcript,
    changed: () => {
      for (const { requestId } of session.permissions.open) session.permissions.answer(requestId, 'yes');
    },
  });
  return session;
}
