import type { VNode } from 'preact';
import { useServices } from '../context';
import { Button } from '../controls';
import { useStore } from '../hooks';
import { t } from '../text';
import { Attachments } from './Attachments';
import { Composer } from './Composer';
import { Header } from './Header';
import { LiveRegion } from './LiveRegion';
import { LoginLine } from './LoginLine';
import { PlanStrip } from './PlanStrip';
import { QueueList } from './QueueList';
import { StalledLine } from './StalledLine';
import { Transcript } from './Transcript';
import { WaitingLine } from './WaitingLine';

export function App(): VNode {
  const phase = useStore('phase', (store) => store.phase);
  return (
    <div class="app">
      {phase.kind === 'loading' && <p class="quiet start">{t('loading')}</p>}
      {phase.kind === 'failed' && <Failed message={phase.message} />}
      {phase.kind === 'ready' && <Conversation generation={phase.generation} />}
      <LiveRegion />
    </div>
  );
}

function Failed({ message }: { readonly message: string }): VNode {
  const { retry } = useServices();
  return (
    <div class="start" role="alert">
      <p>{t('snapshotFailed')}</p>
      <p class="quiet">{message}</p>
      <Button appearance="secondary" testId="retry" onPress={retry}>
        {t('retry')}
      </Button>
    </div>
  );
}

function Conversation({ generation }: { readonly generation: number }): VNode {
  return (
    <>
      <Header />
      <Transcript key={generation} />
      <footer class="dock">
        <div class="column">
          <WaitingLine />
          <StalledLine />
          <LoginLine />
          <PlanStrip />
          <QueueList />
          <Composer attachments={<Attachments />} />
        </div>
      </footer>
    </>
  );
}
