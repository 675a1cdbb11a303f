/**
 * What a port throws becomes the JSON-RPC error answer. A class of our own, because everything on the host side
 * throws it and the SDK takes longer to load than the whole rest: it comes with the first agent.
 */
export class RpcError extends Error {
  override readonly name = 'RpcError';

  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** JSON-RPC and ACP error codes, https://agentclientprotocol.com/protocol/overview#error-handling. */
export const rpcCode = {
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  cancelled: -32800,
  authRequired: -32000,
  notFound: -32002,
} as const;

export function invalidParams(message: string): RpcError {
  return new RpcError(rpcCode.invalidParams, message);
}

export function notFound(message: string, data?: unknown): RpcError {
  return new RpcError(rpcCode.notFound, message, data);
}

export function refused(message: string): RpcError {
  return new RpcError(rpcCode.internal, message);
}

export function cancelled(): RpcError {
  return new RpcError(rpcCode.cancelled, 'Request cancelled');
}
