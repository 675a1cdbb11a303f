// Remembers which finished blocks mention a link label, for a definition that comes later.

interface Mention {
  readonly id: number;
  readonly raw: string;
}

/** Blocks remembered for one message; beyond it a late definition leaves older blocks as they are. */
const LIMIT = 2_000;

export class References {
  private readonly mentions = new Map<string, Mention[]>();
  private count = 0;

  note(id: number, raw: string): void {
    if (!raw.includes('[') || this.count >= LIMIT) return;
    this.count += 1;
    const labels = new Set<string>();
    for (const [, label = ''] of raw.matchAll(/\[([^[\]]{1,200})\]/g)) labels.add(normalise(label));
    for (const label of labels) {
      const known = this.mentions.get(label);
      if (known === undefined) this.mentions.set(label, [{ id, raw }]);
      else known.push({ id, raw });
    }
  }

  to(label: string): readonly Mention[] {
    return this.mentions.get(normalise(label)) ?? [];
  }
}

function normalise(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}
