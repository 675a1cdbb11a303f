import { equal, ok } from 'node:assert/strict';
import { bunzip2 } from '../../../../src/acp/agents/registry/bunzip2';

/** Twenty million zeros. */
const zeros = Buffer.from('QlpoOTFBWSZTWb/Kr8QAmS/CAMAAAAgACCAAMMwFKaaqkRRsAoijxdyRThQkL/Kr8QA=', 'base64');

describe('unpacking bzip2', () => {
  it('leaves the editor free while a hostile archive is unpacked', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    let bytes = 0;
    async function* archive(): AsyncGenerator<Uint8Array> {
      yield zeros;
    }
    for await (const chunk of bunzip2(archive(), 32 * 1024 * 1024)) bytes += chunk.byteLength;
    clearInterval(timer);
    equal(bytes, 20_000_000);
    ok(turns > 20, `${String(turns)} turns`);
  });

  it('tells what is wrong with an archive', async () => {
    async function* archive(): AsyncGenerator<Uint8Array> {
      yield zeros.subarray(0, -8);
    }
    const all = bunzip2(archive(), 32 * 1024 * 1024);
    const failure = await all.next().catch((error: unknown) => error);
    ok(failure instanceof Error, String(failure));
  });
});
