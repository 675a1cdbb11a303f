import type { VNode } from 'preact';
import type { AgentChoiceView } from '../../shared/view';
import { useServices } from '../context';
import { t } from '../text';
import { Icon } from './Icon';

/** The other agents of the person, each one click away, and the way to more. */
export function AgentChoices({ choices }: { readonly choices: readonly AgentChoiceView[] }): VNode {
  const { host } = useServices();
  return (
    <div class="choices" role="group" aria-label={t('welcomeAgents')} data-testid="agent-choices">
      {choices.length === 0 ? (
        <p class="quiet">{t('welcomeNone')}</p>
      ) : (
        <>
          <h3>{t('welcomeAgents')}</h3>
          {choices.map(({ id, name, needs }) => (
            <button
              key={id}
              type="button"
              class="choice"
              data-agent={id}
              onClick={() => host.notify('chooseAgent', { id })}
            >
              <span class="choice-name">{name}</span>
              {needs !== undefined && <span class="quiet choice-needs">{needs}</span>}
            </button>
          ))}
        </>
      )}
      <button
        type="button"
        class="choice choice-more"
        data-testid="install-agent"
        onClick={() => host.notify('action', { action: 'installAgent' })}
      >
        <Icon name="plus" />
        <span>{t('welcomeInstall')}</span>
      </button>
    </div>
  );
}
