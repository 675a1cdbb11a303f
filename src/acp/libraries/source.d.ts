/** The bundle of a file as text, see esbuild.mjs. */
declare module '*?source' {
  export const source: string;
}
