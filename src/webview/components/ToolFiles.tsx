import type { VNode } from 'preact';
import { useServices } from '../context';
import { t } from '../text';
import type { DiffView, LocationView } from '../../shared/view';
import { Changes } from './Changes';

export interface ToolFilesProps {
  readonly entryId: string;
  readonly locations: readonly LocationView[];
  readonly diffs: readonly DiffView[];
}

/** The files a tool call names, and its changes. A file with a change is not named twice. */
export function ToolFiles({ entryId, locations, diffs }: ToolFilesProps): VNode | null {
  const { host } = useServices();
  const changed = new Set(diffs.map(({ path }) => path));
  const others = locations.filter(({ path }) => !changed.has(path));
  if (others.length === 0 && diffs.length === 0) return null;
  return (
    <ul class="tool-files">
      {others.map(({ path, label, line }, index) => {
        const shown = line === undefined ? label : `${label}:${line}`;
        return (
          <li key={`${index}:${path}`}>
            <button
              type="button"
              class="link-button"
              data-testid="location-open"
              title={path}
              aria-label={t('openFile', shown)}
              onClick={() => host.notify('openLocation', line === undefined ? { path } : { path, line })}
            >
              {shown}
            </button>
          </li>
        );
      })}
      {diffs.map((diff) => (
        <li key={diff.index}>
          <button
            type="button"
            class="link-button diff-row"
            data-testid="diff-open"
            title={diff.path}
            aria-label={t('openDiff', diff.label)}
            onClick={() => host.notify('openDiff', { entryId, index: diff.index })}
          >
            <Changes added={diff.added} removed={diff.removed} isNew={diff.isNew} />
            <span class="file-label">{diff.label}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
