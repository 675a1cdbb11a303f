import { randomUUID } from 'node:crypto';

export function newId(prefix) {
  return prefix + randomUUID().replaceAll('-', '').slice(0, 12);
}
