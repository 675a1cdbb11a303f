import type { VNode } from 'preact';
import { useServices } from '../context';
import { Button } from '../controls';
import { t } from '../text';
import type { PermissionView } from '../../shared/view';
import { Icon } from './Icon';

function outcome({ state, answer }: PermissionView): string {
  if (state === 'cancelled') return t('permissionCancelled');
  return answer === undefined ? t('permissionAnsweredPlain') : t('permissionAnswered', answer);
}

/** Every option, in the agent's order and words. Once settled they stay, but do nothing. */
export function PermissionButtons({ permission }: { readonly permission: PermissionView }): VNode {
  const { host } = useServices();
  const { requestId, state, options } = permission;
  const open = state === 'open';
  const suggested = options.find(({ kind }) => kind.startsWith('allow'));
  return (
    <div class="permission" role="group" aria-label={t('permission')} data-state={state}>
      {open && options.length === 0 && <div class="quiet">{t('permissionEmpty')}</div>}
      {!open && (
        <div class="outcome quiet" data-testid="permission-outcome">
          <Icon name={state === 'cancelled' ? 'cancelled' : 'done'} />
          <span>{outcome(permission)}</span>
        </div>
      )}
      <div class="buttons">
        {options.map((option) => (
          <Button
            key={option.id}
            appearance={open && option === suggested ? 'primary' : 'secondary'}
            disabled={!open}
            testId="permission-option"
            data={{ 'option-id': option.id, kind: option.kind }}
            onPress={() => host.notify('permission', { requestId, optionId: option.id })}
          >
            {option.label || option.id}
          </Button>
        ))}
      </div>
    </div>
  );
}
