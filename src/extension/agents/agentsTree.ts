import {
  EventEmitter,
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  type Disposable,
  type TreeDataProvider,
} from 'vscode';
import { commands } from '../ids';
import { text } from '../text';
import { agentLook, type AgentActivity } from './agentLook';
import type { AgentDirectory, AgentOffer } from './directory';

/** An agent, or the folded list of those that could be installed. */
export type AgentNode =
  | { readonly kind: 'agent'; readonly id: string; readonly offer: AgentOffer }
  | { readonly kind: 'available'; readonly offers: readonly AgentOffer[] };

export interface AgentsTreeParts {
  readonly directory: AgentDirectory;
  readonly activity: (id: string) => AgentActivity | undefined;
  readonly defaultAgent: () => string;
}

/**
 * The agents view: what the person has, with its state, and what they could have. Without any but the built-in agent it
 * is empty, and VS Code shows the welcome text in its place.
 */
export class AgentsTree implements TreeDataProvider<AgentNode>, Disposable {
  private readonly changes = new EventEmitter<AgentNode[] | undefined>();
  private readonly listening: Disposable;
  private looked = false;
  private roots: AgentNode[] | undefined;
  private loads = 0;
  readonly onDidChangeTreeData = this.changes.event;

  constructor(private readonly parts: AgentsTreeParts) {
    this.listening = parts.directory.onDidChange(() => void this.reload());
  }

  /** What agents do has changed, not which there are. VS Code forgets nothing then: an open menu keeps its agent. */
  refresh(): void {
    if (this.roots !== undefined) this.changes.fire(this.roots.filter(({ kind }) => kind === 'agent'));
  }

  dispose(): void {
    this.listening.dispose();
    this.changes.dispose();
  }

  async getChildren(node?: AgentNode): Promise<AgentNode[]> {
    if (node?.kind === 'agent') return [];
    if (node !== undefined) return node.offers.map(agentNode);
    if (this.roots !== undefined) return this.roots;
    this.looked = true;
    const load = ++this.loads;
    const roots = await this.load();
    if (load === this.loads) this.roots = roots;
    return roots;
  }

  /** First the list, which may take a search of the computer, then the news of it. */
  private async reload(): Promise<void> {
    if (!this.looked) return;
    const load = ++this.loads;
    const roots = await this.load();
    if (load !== this.loads) return;
    this.roots = roots;
    this.changes.fire(undefined);
  }

  private async load(): Promise<AgentNode[]> {
    const offers = await this.parts.directory.list();
    const own = offers.filter(isOwn);
    if (own.every(isBuiltIn)) return [];
    const available = offers.filter((offer) => !isOwn(offer));
    return [
      ...own.map(agentNode),
      ...(available.length > 0 ? [{ kind: 'available', offers: available } as const] : []),
    ];
  }

  getTreeItem(node: AgentNode): TreeItem {
    if (node.kind === 'available') {
      const item = new TreeItem(text.agentsAvailable(), TreeItemCollapsibleState.Collapsed);
      item.id = 'available';
      item.description = String(node.offers.length);
      return item;
    }
    const { offer } = node;
    const look = agentLook(offer, this.parts.activity(offer.id), this.parts.defaultAgent() === offer.id);
    const item = new TreeItem(offer.name, TreeItemCollapsibleState.None);
    item.id = `agent:${offer.id}`;
    item.description = look.description;
    item.iconPath = new ThemeIcon(
      look.icon,
      look.color === undefined ? undefined : new ThemeColor(look.color),
    );
    item.contextValue = look.context;
    item.tooltip = tooltip(offer, look.description);
    item.accessibilityInformation = { label: `${offer.name}, ${look.description}` };
    item.command = { command: commands.startAgent, title: text.startSession(), arguments: [node] };
    return item;
  }
}

function agentNode(offer: AgentOffer): AgentNode {
  return { kind: 'agent', id: offer.id, offer };
}

function isOwn({ availability }: AgentOffer): boolean {
  return availability === 'ready' || availability === 'needsAdapter';
}

/** It runs as soon as the chat shows: that it does says nothing about what the person has. */
function isBuiltIn({ origins }: AgentOffer): boolean {
  return origins.includes('demo');
}

/** Facts from the registry and from programs are not ours: they are shown as plain text. */
function tooltip(offer: AgentOffer, state: string): MarkdownString {
  const tip = new MarkdownString();
  tip.appendMarkdown('**').appendText(offer.name).appendMarkdown('**');
  for (const line of [state, offer.description, offer.detail, versionLine(offer)]) {
    if (line !== undefined && line !== '') tip.appendMarkdown('\n\n').appendText(line);
  }
  return tip;
}

function versionLine({ version, license, website }: AgentOffer): string | undefined {
  const parts = [version, license, website].filter((part) => part !== undefined && part !== '');
  return parts.length === 0 ? undefined : parts.join(' · ');
}
