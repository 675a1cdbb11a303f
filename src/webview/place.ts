// Where the person was reading, kept by VS Code while the page is gone: moved, hidden or reloaded.
import type { VsCodeApi } from './host';

/** An entry and how far, in pixels, its top is above the top of the visible part. */
export interface Place {
  readonly entryId: string;
  readonly offset: number;
}

function parse(state: unknown): Place | undefined {
  if (typeof state !== 'object' || state === null || !('place' in state)) return undefined;
  const { place } = state;
  if (typeof place !== 'object' || place === null || !('entryId' in place && 'offset' in place))
    return undefined;
  const { entryId, offset } = place;
  return typeof entryId === 'string' && typeof offset === 'number' ? { entryId, offset } : undefined;
}

export class PlaceKeeper {
  private kept: Place | undefined;

  constructor(private readonly api: Pick<VsCodeApi, 'getState' | 'setState'>) {
    this.kept = parse(api.getState());
  }

  /** The place to go back to; given out once. */
  take(): Place | undefined {
    const place = this.kept;
    this.kept = undefined;
    return place;
  }

  /** Undefined: at the end, following what comes. */
  keep(place: Place | undefined): void {
    this.api.setState({ place });
  }
}

export function placeIn(area: HTMLElement): Place | undefined {
  const { left, top, width } = area.getBoundingClientRect();
  for (const down of [8, 24, 48]) {
    const entry = document.elementFromPoint(left + width / 2, top + down)?.closest<HTMLElement>('.entry');
    const entryId = entry?.dataset['entryId'];
    if (entry && entryId !== undefined) return { entryId, offset: top - entry.getBoundingClientRect().top };
  }
  return undefined;
}
