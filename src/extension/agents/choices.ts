import type { Disposable } from 'vscode';
import type { AgentChoiceView } from '../../shared/view';
import { Disposables } from '../disposables';
import { text } from '../text';
import type { AgentDirectory, AgentOffer } from './directory';

/** As many as fit above the composer of a narrow panel. */
const MOST = 8;

/** The agents that an empty chat offers. Looks for them when somebody first asks, and again when they changed. */
export class AgentChoices implements Disposable {
  private readonly owned = new Disposables();
  private offers: readonly AgentOffer[] | undefined;
  private asked = false;
  private turn = 0;

  constructor(
    private readonly directory: AgentDirectory,
    private readonly changed: () => void,
  ) {
    this.owned.add(
      directory.onDidChange(() => {
        if (this.asked) void this.load();
      }),
    );
  }

  /** Those beside the shown one; undefined while they are looked for. */
  besides(shown: string): readonly AgentChoiceView[] | undefined {
    if (!this.asked) {
      this.asked = true;
      void this.load();
    }
    return this.offers
      ?.filter(
        ({ id, availability }) =>
          id !== shown && (availability === 'ready' || availability === 'needsAdapter'),
      )
      .slice(0, MOST)
      .map(({ id, name, usable }) => (usable ? { id, name } : { id, name, needs: text.agentNeedsAdapter() }));
  }

  dispose(): void {
    this.owned.dispose();
  }

  private async load(): Promise<void> {
    const turn = ++this.turn;
    const offers = await this.directory.list();
    // A slow look may end after a later one.
    if (turn !== this.turn) return;
    this.offers = offers;
    this.changed();
  }
}
