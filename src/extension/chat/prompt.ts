import type { JsonObject } from '../../acp/json';
import type { Attachment, PromptInput } from '../../acp/entries';

/** Something added to the next prompt. */
export interface PromptAttachment extends Attachment {
  readonly uri: string;
  /** Text to send along; absent for a file that is only named. */
  readonly text: string | undefined;
  readonly languageId: string | undefined;
  /** For people and models: "src/a.ts lines 3-9". */
  readonly heading: string;
}

/**
 * The content blocks of a prompt. Selected text travels as an embedded resource where the agent takes those, and as
 * quoted text otherwise; whole files are links that the agent reads itself. Images travel whole: an agent that takes
 * none is not asked, see gates.ts.
 * https://agentclientprotocol.com/protocol/content
 */
export function buildPrompt(
  text: string,
  attachments: readonly PromptAttachment[],
  embeddedContext: boolean,
): PromptInput {
  const blocks = attachments.map((attachment) => attachmentBlock(attachment, embeddedContext));
  return {
    text,
    attachments: attachments.map(({ id, label, detail, image }) => ({
      id,
      label,
      detail,
      ...(image === undefined ? {} : { image }),
    })),
    blocks: [...(text === '' ? [] : [{ type: 'text', text }]), ...blocks],
  };
}

function attachmentBlock(attachment: PromptAttachment, embeddedContext: boolean): JsonObject {
  const { uri, text, heading, image } = attachment;
  if (image !== undefined) return { type: 'image', mimeType: image.mimeType, data: image.data };
  if (text === undefined) return { type: 'resource_link', uri, name: attachment.label };
  if (embeddedContext) return { type: 'resource', resource: { uri, text, mimeType: 'text/plain' } };
  return { type: 'text', text: `${heading}:\n${fenced(text, attachment.languageId ?? '')}` };
}

/** A fence longer than any run of backticks inside. */
function fenced(text: string, language: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.endsWith('\n') ? text : `${text}\n`}${fence}`;
}
