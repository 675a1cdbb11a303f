import { deepEqual, equal, throws } from 'node:assert/strict';
import { FrameReader } from '../../src/acp/webSocketFrames';
import { serverFrame } from './remoteServers';

const nothing = Buffer.alloc(0);

function read(...frames: readonly Buffer[]): readonly string[] {
  return [...new FrameReader().push(Buffer.concat(frames))].map(({ payload }) => payload.toString('utf8'));
}

describe('frames of a WebSocket', () => {
  it('may be empty pieces of a message, as many as the other side likes', () => {
    const empty = Array.from({ length: 20_000 }, () => serverFrame(nothing, 0, false));
    deepEqual(read(serverFrame(Buffer.from('a'), 1, false), ...empty, serverFrame(Buffer.from('b'), 0)), [
      'ab',
    ]);
  });

  it('are not kept without end', () => {
    const piece = serverFrame(Buffer.from('x'), 0, false);
    const pieces = (count: number): Buffer => Buffer.concat(Array.from({ length: count }, () => piece));
    equal(read(serverFrame(nothing, 1, false), pieces(9_999), serverFrame(Buffer.from('x'), 0)).length, 1);
    throws(() => read(serverFrame(nothing, 1, false), pieces(10_001)), /too large/);
  });

  it('are small and whole when they are for control', () => {
    equal(read(serverFrame(Buffer.alloc(125), 9)).length, 1);
    throws(() => read(serverFrame(Buffer.alloc(126), 9)), /breaks the protocol/);
    throws(() => read(serverFrame(nothing, 10, false)), /breaks the protocol/);
  });
});
