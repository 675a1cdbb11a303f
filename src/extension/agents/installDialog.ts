import { pinnedPackage, type ChosenDistribution } from '../../acp/agents/registry/choose';
import type { RegistryAgent } from '../../acp/agents/registry/document';
import type { InstallProgress } from '../../acp/agents/registry/installs';
import { text } from '../text';
import { confirmPick, rowsOf } from './confirmPick';

/** Asked once before anything is downloaded: what will run, from where, and under which licence. */
export function confirmInstall(
  agent: RegistryAgent,
  choice: ChosenDistribution,
  title: string,
  yes: string,
): Promise<boolean> {
  const { installDetail } = text;
  const { runs, from } = whatRuns(agent, choice);
  const command = installDetail.runs(runs);
  const check =
    choice.kind !== 'binary'
      ? []
      : [choice.target.sha256 === undefined ? installDetail.unchecked() : installDetail.checked()];
  return confirmPick({
    title,
    yes: { label: yes, detail: command, icon: 'cloud-download' },
    facts: [
      // Under the button it is cut when it is long.
      ...(rowsOf(command).length > 1 ? [command] : []),
      installDetail.from(from),
      installDetail.version(agent.version),
      agent.license === undefined ? installDetail.noLicense() : installDetail.license(agent.license),
      ...check,
      ...environmentOf(choice),
      installDetail.rights(),
    ],
  });
}

/** What the registry wants in the environment of the agent. */
function environmentOf(choice: ChosenDistribution): readonly string[] {
  const { env } = choice.kind === 'binary' ? choice.target : choice.distribution;
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return variables.length === 0 ? [] : [text.installDetail.environment(variables.join(' '))];
}

/** The command line of what is installed, and where it comes from. */
export function whatRuns(
  agent: RegistryAgent,
  choice: ChosenDistribution,
): { readonly runs: string; readonly from: string } {
  if (choice.kind === 'binary') {
    const { cmd, args, archive } = choice.target;
    return { runs: [cmd, ...args].join(' '), from: archive };
  }
  const spec = pinnedPackage(choice, agent.version);
  const { args, command } = choice.distribution;
  const runner = choice.kind === 'npx' ? 'npx' : 'uvx';
  return {
    runs: [runner, ...(command === undefined ? [spec] : [`--package=${spec}`, command]), ...args].join(' '),
    from: choice.kind === 'npx' ? `npm (${spec})` : `PyPI (${spec})`,
  };
}

/** For a progress bar: percent of the whole, unpacking being the last tenth. */
export function percentOf(state: InstallProgress): { readonly message: string; readonly percent: number } {
  if (state.step === 'unpack') return { message: '', percent: 90 };
  const { received, total } = state;
  if (total === undefined || total <= 0) return { message: megabytes(received), percent: 0 };
  return {
    message: text.downloaded(megabytes(received), megabytes(total)),
    percent: Math.min(90, (90 * received) / total),
  };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
