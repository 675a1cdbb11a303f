/**
 * Looks up a word that the host sent. The types promise that it is in the table, but agents make up
 * words, and `constructor` is in every object.
 */
export function known<T>(table: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
