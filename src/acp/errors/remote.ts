import { AgentError, detailBlock, phrase } from '../errors';

// Agents that run elsewhere. `address` is without secrets, see LaunchPlan.display.

export function badAddress(address: string): AgentError {
  return new AgentError('connection-closed', {
    title: phrase('“{0}” is not an address of an agent.', address),
    remedy: phrase('Give an address that begins with ws:, wss:, http: or https:, then restart the agent.'),
  });
}

/** `reason`: what the network, TLS or the server said. */
export function unreachable(address: string, reason: string): AgentError {
  return new AgentError('connection-closed', {
    title: phrase('The agent at {0} cannot be reached: {1}', address, reason),
    remedy: phrase('Check the address, the network, the proxy and the headers, then restart the agent.'),
    details: detailBlock(['Address', address], ['Reason', reason]),
  });
}

export function remoteClosed(address: string, reason: string): AgentError {
  return new AgentError('connection-closed', {
    title: phrase('The connection to the agent at {0} ended: {1}', address, reason),
    remedy: phrase('Restart it to go on; the conversation above stays readable.'),
    details: detailBlock(['Address', address], ['Reason', reason]),
  });
}
