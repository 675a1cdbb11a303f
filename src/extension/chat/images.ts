import { commands as vscodeCommands, Uri } from 'vscode';
import type { AttachedImage } from '../../acp/entries';
import { base64Size, imageTypeOfBase64 } from '../../shared/image';
import type { ImageUpload } from '../../shared/messages';
import { text } from '../text';
import type { Chat } from './chat';
import type { ImageStore } from './imageStore';
import type { PromptAttachment } from './prompt';

/** Images on their way into a prompt, as part of it or as a file, and out of it into an editor. */
export class Images {
  /** Where an image that was opened is: opening it again shows the same tab. */
  private readonly opened = new WeakMap<AttachedImage, Promise<string>>();

  constructor(
    private readonly chat: Chat,
    private readonly store: ImageStore,
  ) {}

  async attach(upload: ImageUpload): Promise<void> {
    const { attachments } = this.chat;
    const mimeType = imageTypeOfBase64(upload.data) ?? '';
    const { data, thumbnail } = upload;
    const name = freeName(upload.name === '' ? text.pastedImage() : upload.name, attachments.all);
    if (upload.asFile) {
      attachments.add(fileLink(name, await this.store.save(mimeType, data)));
      return;
    }
    const image = { mimeType, data, thumbnail, size: base64Size(data) };
    attachments.add({ ...nothing, label: name, detail: name, heading: name, image });
  }

  /** The agent takes no images: those that wait to be sent become files, where they stand. */
  async toFiles(): Promise<void> {
    const { attachments } = this.chat;
    for (const { id, label, image } of attachments.all) {
      if (image === undefined) continue;
      attachments.replace(id, fileLink(label, await this.store.save(image.mimeType, image.data)));
    }
  }

  async open(id: string): Promise<void> {
    const image = this.find(id);
    if (image === undefined) return;
    let path = this.opened.get(image);
    if (path === undefined) {
      path = this.store.save(image.mimeType, image.data);
      this.opened.set(image, path);
      // What could not be saved is tried again the next time.
      path.catch(() => this.opened.delete(image));
    }
    await vscodeCommands.executeCommand('vscode.open', Uri.file(await path), { preview: true });
  }

  private find(id: string): AttachedImage | undefined {
    const { attachments, shown } = this.chat;
    const sent = [...(shown?.transcript.entries ?? [])].flatMap((entry) =>
      entry.kind === 'user' ? entry.attachments : [],
    );
    return [...attachments.all, ...sent].find((attachment) => attachment.id === id)?.image;
  }
}

const nothing = { uri: '', text: undefined, languageId: undefined } as const;

function fileLink(label: string, path: string): Omit<PromptAttachment, 'id'> {
  return { ...nothing, uri: Uri.file(path).toString(), label, detail: path, heading: label };
}

/** Pasted images all have the same name: the second one gets a number. */
function freeName(name: string, others: readonly PromptAttachment[]): string {
  const taken = new Set(others.map(({ label }) => label));
  const [, stem = name, extension = ''] = /^(.*?)(\.[^.]*)?$/.exec(name) ?? [];
  let free = name;
  for (let count = 2; taken.has(free); count++) free = `${stem} ${String(count)}${extension}`;
  return free;
}
