declare module '*?packed' {
  /** A file's bytes, compressed with gzip, as base64 (see vite.config.ts). */
  const base64: string;
  export default base64;
}
