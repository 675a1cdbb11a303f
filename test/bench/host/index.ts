// Runs in the extension host in place of tests and does what the bench outside asks for.
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import * as vscode from 'vscode';
import { HostMeter } from './hostMeter';

interface Question {
  readonly id: number;
  readonly action: string;
  readonly args?: readonly unknown[];
}

const meter = new HostMeter();

const actions: Readonly<Record<string, (...args: readonly unknown[]) => unknown>> = {
  command: (id, ...args) => vscode.commands.executeCommand(String(id), ...args),
  activate: (id) => vscode.extensions.getExtension(String(id))?.activate(),
  startMeter: () => {
    meter.start();
  },
  stopMeter: () => meter.stop(),
};

async function answer(socket: Socket, { id, action, args = [] }: Question): Promise<void> {
  const reply = (body: object): boolean => socket.write(`${JSON.stringify({ id, ...body })}\n`);
  try {
    const value: unknown = await actions[action]?.(...args);
    reply({ value: action === 'stopMeter' ? value : null });
  } catch (error) {
    reply({ error: error instanceof Error ? error.message : String(error) });
  }
}

/** Called by VS Code; resolves, which ends the window, when the bench hangs up. */
export function run(): Promise<void> {
  const socket = connect(Number(process.env['ACP_WORKBENCH_BENCH_PORT']), '127.0.0.1');
  createInterface({ input: socket }).on('line', (line) => void answer(socket, JSON.parse(line) as Question));
  return new Promise((resolve) => {
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });
}
