/** Characters of an address. */
const ADDRESS_LENGTH = 2000;

/** The address, when it is https, or http to this computer, which tests use. Names and passwords in it are refused. */
export function safeAddress(text: string): URL | undefined {
  if (text.length > ADDRESS_LENGTH || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return undefined;
  return url.protocol === 'https:' || isLoopback(url) ? url : undefined;
}

/** http to this computer. */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
