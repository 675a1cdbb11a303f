import { RequestError } from '../libraries/sdk';
import { AgentError } from '../errors';
import type { AuthMethod } from '../login';
import { rpcCode } from '../rpcError';
import { Oversize } from '../wire';
import { classifyRequestError } from './classify';
import { requestFailed } from './requests';
import { messageTooLarge } from './wire';

/** Why a request to the agent failed, out of what the SDK rejects with. */
export function translateFailure(
  method: string,
  error: unknown,
  authMethods: readonly AuthMethod[],
): AgentError {
  if (error instanceof AgentError) return error;
  if (!(error instanceof RequestError)) {
    return requestFailed({ method, code: rpcCode.internal, message: String(error), details: '' });
  }
  const { code, message, data } = error;
  if (data instanceof Oversize) return messageTooLarge(method, data);
  return classifyRequestError(method, code, message, data, authMethods);
}
