import type { AnyMessage } from '@agentclientprotocol/sdk';
import { createHttpStream } from './libraries/sdk';
import { MAX_LINE_BYTES } from './lines';
import { reasonOf, type TextLink, type TextLinkEvents } from './textLink';

/**
 * The SDK's Streamable HTTP, as a link. Nothing is sent before the first message: an address that is wrong
 * shows then, as the end.
 */
export function openHttp(
  url: string,
  headers: Readonly<Record<string, string>>,
  events: TextLinkEvents,
): Promise<TextLink> {
  const stream = createHttpStream(url, { headers: { ...headers }, maxMessageBytes: MAX_LINE_BYTES });
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  let isClosing = false;
  let isOver = false;
  const over = (reason: string): void => {
    if (isOver) return;
    isOver = true;
    events.over(reason);
  };
  const read = async (): Promise<void> => {
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read())
        await events.message(JSON.stringify(next.value));
      over(isClosing ? 'it was closed here' : 'the other side closed it');
    } catch (error) {
      over(reasonOf(error));
    }
  };
  void read();
  return Promise.resolve({
    send: async (text) => {
      try {
        await writer.write(JSON.parse(text) as AnyMessage);
      } catch (error) {
        over(reasonOf(error));
      }
    },
    close: () => {
      isClosing = true;
      writer.close().catch(() => undefined);
      reader.cancel().catch(() => undefined);
    },
  });
}
