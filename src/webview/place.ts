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
  private atEnd: boolean;

  constructor(private readonly api: Pick<VsCodeApi, 'getState' | 'setState'>) {
    this.kept = parse(api.getState());
    this.atEnd = this.kept === undefined;
  }

  /** The place to go back to; given out once. */
  take(): Place | undefined {
    const place = this.kept;
    this.kept = undefined;
    return place;
  }

  /** Undefined: at the end, following what comes. */
  keep(place: Place | undefined): void {
    // While text streams the view scrolls all the time: that is nothing new.
    if (place === undefined && this.atEnd) return;
    this.atEnd = place === undefined;
    this.api.setState({ place });
  }
}

/** The first of the elements, which stand below each other, that reaches below `line`. */
function firstBelow(elements: Iterable<HTMLElement>, line: number): HTMLElement | undefined {
  for (const element of elements) if (element.getBoundingClientRect().bottom > line) return element;
  return undefined;
}

export function placeIn(area: HTMLElement): Place | undefined {
  const { top } = area.getBoundingClientRect();
  const page = firstBelow(area.querySelectorAll<HTMLElement>('.page'), top);
  const entry = page && firstBelow(page.querySelectorAll<HTMLElement>('.entry'), top);
  const entryId = entry?.dataset['entryId'];
  if (entry === undefined || entryId === undefined) return undefined;
  return { entryId, offset: top - entry.getBoundingClientRect().top };
}
