import type { Ability, Turn } from '../turn';

/** Update kinds, content types, tool kinds and fields that no schema knows; the turn ends well all the same. */
export const unknown: Ability = async (turn) => {
  await turn.say('Next come things from the future. ');
  await turn.unknownUpdate({ sessionUpdate: 'future_thing', value: { nested: [1, 2, 3] } });
  await turn.unknownUpdate({
    sessionUpdate: 'agent_message_chunk',
    content: { type: 'hologram', beam: 'blue', _meta: { demo: true } },
  });
  await teleport(turn);
  await turn.say('If you can read this, nothing broke.');
  return 'end_turn';
};

async function teleport(turn: Turn): Promise<void> {
  const toolCallId = turn.context.nextCallId();
  await turn.unknownUpdate({
    sessionUpdate: 'tool_call',
    toolCallId,
    title: 'Teleport the cat',
    kind: 'teleport',
    status: 'dreaming',
    content: [{ type: 'smell', strength: 3 }],
    warp: 9,
  });
  await turn.unknownUpdate({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', warp: 0 });
}

/** Lines on stdout, between the frames, that are no protocol messages. */
export const noise: Ability = async (turn) => {
  const { program } = turn.context;
  await program.writeNoise('Loaded cached credentials.');
  await turn.say('I printed some noise ');
  await program.writeNoise('');
  await program.writeNoise('[warn] { this is not JSON');
  await turn.say('between my messages, ');
  await program.writeNoise('42');
  await program.writeNoise('"just a string"');
  await turn.say('and nothing was lost.');
  return 'end_turn';
};
