import { RequestError } from '@agentclientprotocol/sdk';

/** The SDK's error class under the name the ports use: what is thrown becomes the JSON-RPC error answer. */
export { RequestError as RpcError };

/** JSON-RPC and ACP error codes, https://agentclientprotocol.com/protocol/overview#error-handling. */
export const rpcCode = {
  invalidParams: -32602,
  internal: -32603,
  cancelled: -32800,
  authRequired: -32000,
  notFound: -32002,
} as const;

export function invalidParams(message: string): RequestError {
  return new RequestError(rpcCode.invalidParams, message);
}

export function notFound(message: string, data?: unknown): RequestError {
  return new RequestError(rpcCode.notFound, message, data);
}

export function refused(message: string): RequestError {
  return new RequestError(rpcCode.internal, message);
}

export function cancelled(): RequestError {
  return new RequestError(rpcCode.cancelled, 'Request cancelled');
}
