// Images between a paste and the host: made small, one after the other, and refused where the agent takes none.
import type { Host } from './host';
import { UnfitImage, type Fit, type FittedImage } from './imageFit';
import { t, type TextKey } from './text';

interface Refused extends FittedImage {
  readonly name: string;
}

const reasons: Readonly<Record<UnfitImage['reason'], TextKey>> = {
  kind: 'imageKind',
  broken: 'imageBroken',
  size: 'imageTooLarge',
};

export interface PicturesOptions {
  readonly host: Pick<Host, 'request'>;
  readonly fit: Fit;
  /** False once the agent has said that it takes no images. */
  readonly mayTake: () => boolean;
}

export class Pictures {
  /** Images that are being worked on. */
  adding = 0;
  /** Images that the agent does not take: they can still be attached as files. */
  refused: readonly Refused[] = [];
  /** Why an image could not be attached. */
  problem: string | undefined;
  /** How many of what was added last are not with the host. */
  private missed = 0;
  private queue: Promise<void> = Promise.resolve();
  private readonly listeners = new Set<() => void>();

  constructor(private readonly options: PicturesOptions) {}

  /** Returns the function that ends the watching. */
  watch(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Attaches them in this order; what cannot be attached is said. */
  add(files: readonly File[]): void {
    if (files.length === 0) return;
    this.problem = undefined;
    if (this.adding === 0) this.missed = 0;
    for (const file of files) this.enqueue(file.name, () => this.addOne(file));
  }

  /** The refused images after all, as files that are linked. */
  attachRefused(): void {
    const { refused } = this;
    this.refused = [];
    this.missed = 0;
    for (const { name, ...image } of refused) this.enqueue(name, () => this.upload(name, image, true));
    this.changed();
  }

  dismiss(): void {
    this.refused = [];
    this.problem = undefined;
    this.changed();
  }

  /** Resolves when nothing is on its way any more: whether all of it is with the host now. */
  async settled(): Promise<boolean> {
    await this.queue;
    return this.missed === 0;
  }

  private enqueue(name: string, work: () => Promise<void>): void {
    this.adding++;
    this.changed();
    this.queue = this.queue.then(async () => {
      try {
        await work();
      } catch (error) {
        this.missed++;
        this.problem =
          error instanceof UnfitImage
            ? t(reasons[error.reason], name)
            : t('imageFailed', name, error instanceof Error ? error.message : String(error));
      }
      this.adding--;
      this.changed();
    });
  }

  private async addOne(file: File): Promise<void> {
    const image = await this.options.fit(file);
    if (this.options.mayTake()) await this.upload(file.name, image, false);
    else {
      this.missed++;
      this.refused = [...this.refused, { name: file.name, ...image }];
    }
  }

  private async upload(name: string, image: FittedImage, asFile: boolean): Promise<void> {
    await this.options.host.request('attachImage', { name, ...image, asFile });
  }

  private changed(): void {
    for (const listener of [...this.listeners]) listener();
  }
}
