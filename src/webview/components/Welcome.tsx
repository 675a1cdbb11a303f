import type { VNode } from 'preact';
import { useServices } from '../context';
import { useStore } from '../hooks';
import { t, type TextKey } from '../text';
import { AgentChoices } from './AgentChoices';

const examples: readonly TextKey[] = ['exampleShow', 'exampleEdit', 'exampleCommand', 'examplePlan'];

export function Welcome(): VNode {
  const { draft } = useServices();
  const agent = useStore('status', ({ status }) => status.agent);
  const choices = useStore('status', ({ status }) => status.choices);
  return (
    <div class="welcome" data-testid="welcome">
      <h2>{agent.name === '' ? t('noAgent') : t('welcomeTitle', agent.name)}</h2>
      <p class="quiet">{t('welcomeText')}</p>
      {agent.id === 'demo' && (
        <div class="examples" role="group" aria-label={t('welcomeTry')}>
          {examples.map((key) => (
            <button key={key} type="button" class="example" onClick={() => draft.fill(t(key))}>
              {t(key)}
            </button>
          ))}
        </div>
      )}
      {choices !== undefined && <AgentChoices choices={choices} />}
    </div>
  );
}
