// What is used of the protocol's SDK, in a bundle of its own: it is loaded with the first agent and not at activation.
export { client, RequestError } from '@agentclientprotocol/sdk';
export { createHttpStream } from '@agentclientprotocol/sdk/experimental/http-client';
