import { Uri, type Disposable, type WebviewView, type WebviewViewProvider } from 'vscode';
import type { Log } from '../../acp/ports';
import { Channel } from '../../shared/channel';
import type { ViewNotificationMethod, ViewNotifications } from '../../shared/messages';
import {
  parseHostNotification,
  parseHostRequest,
  type HostNotification,
  type HostRequest,
} from '../../shared/parse';
import { Disposables } from '../disposables';
import { chatHtml } from './html';

export interface ChatViewHandlers {
  request(message: HostRequest): Promise<unknown>;
  notify(message: HostNotification): void;
  /** The view can be seen now, or no longer. */
  visible(visible: boolean): void;
}

/** The webview in the side bar: only transport. VS Code makes and destroys it as the person hides and moves it. */
export class ChatView implements WebviewViewProvider, Disposable {
  private current: { readonly view: WebviewView; readonly channel: Channel } | undefined;
  private wantsFocus = false;
  /** True while the page has been given a snapshot. */
  private drawn = false;

  constructor(
    private readonly extensionUri: Uri,
    private readonly handlers: ChatViewHandlers,
    private readonly log: Log,
  ) {}

  get isVisible(): boolean {
    return this.current?.view.visible ?? false;
  }

  resolveWebviewView(view: WebviewView): void {
    const owned = new Disposables();
    const channel = new Channel((message) => void view.webview.postMessage(message), {
      request: async (method, params) => {
        const result = await this.handlers.request(parseHostRequest(method, params));
        if (method === 'snapshot') this.afterSnapshot();
        return result;
      },
      notify: (method, params) => {
        this.handlers.notify(parseHostNotification(method, params));
      },
      fault: (reason) => {
        this.log.warn(`[chat] refused message: ${reason}`);
      },
    });
    this.current = { view, channel };
    owned.add(
      view.webview.onDidReceiveMessage((message: unknown) => {
        channel.receive(message);
      }),
    );
    owned.add(
      view.onDidChangeVisibility(() => {
        if (!view.visible) this.drawn = false;
        this.handlers.visible(view.visible);
      }),
    );
    view.onDidDispose(() => {
      channel.close('The chat view was closed.');
      owned.dispose();
      if (this.current?.view === view) {
        this.current = undefined;
        this.drawn = false;
      }
      this.handlers.visible(false);
    });
    view.webview.options = {
      enableScripts: true,
      localResourceRoots: [Uri.joinPath(this.extensionUri, 'dist'), Uri.joinPath(this.extensionUri, 'media')],
    };
    view.webview.html = chatHtml(view.webview, this.extensionUri);
    this.handlers.visible(view.visible);
  }

  send<K extends ViewNotificationMethod>(method: K, params: ViewNotifications[K]): void {
    this.current?.channel.notify(method, params);
  }

  /** The composer gets the keyboard, at once or as soon as the page is there. */
  focusComposer(): void {
    // A page that is still loading takes the request from here, see afterSnapshot.
    this.wantsFocus = !this.drawn;
    if (this.drawn) this.send('focusComposer', {});
  }

  setBadge(count: number, tooltip: string): void {
    if (this.current !== undefined) {
      this.current.view.badge = count === 0 ? undefined : { value: count, tooltip };
    }
  }

  dispose(): void {
    this.current?.channel.close('The extension is shutting down.');
  }

  private afterSnapshot(): void {
    this.drawn = true;
    if (!this.wantsFocus) return;
    this.wantsFocus = false;
    // After the reply: the composer exists once the snapshot is drawn.
    setTimeout(() => {
      this.send('focusComposer', {});
    }, 0);
  }
}
