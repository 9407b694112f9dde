// Builds the whole page, engine included, into one HTML file that works from a double click.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Puts support-check.js into the page as a classic script: it must run where the page itself cannot. */
function supportCheck(): Plugin {
  return {
    name: 'support-check',
    transformIndexHtml: () => [
      { tag: 'script', children: readFileSync(path('support-check.js'), 'utf8'), injectTo: 'head' },
    ],
  };
}

/** Compressed with gzip, as base64. */
const pack = (content: Buffer | string) => gzipSync(content, { level: 9 }).toString('base64');

/** `import packed from './file?packed'`: the file, compressed, as base64 text. */
function packed(): Plugin {
  const query = '?packed';
  return {
    name: 'packed',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(query)) return null;
      return `export default ${JSON.stringify(pack(readFileSync(id.slice(0, -query.length))))}`;
    },
  };
}

/** The page may run these scripts of its own and the engine, and reach nobody. Workers inherit this. */
function policy(scripts: string[]): string {
  const hashes = scripts.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  return [
    "default-src 'none'",
    `script-src ${hashes.join(' ')} 'wasm-unsafe-eval'`,
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'img-src data:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** Replaces the one place where `pattern` matches. */
function replaceOnce(html: string, pattern: RegExp, replacement: (match: string[]) => string): string {
  if (!pattern.test(html)) throw new Error(`index.html has no ${pattern}`);
  return html.replace(pattern, (...match) => replacement(match as string[]));
}

/**
 * Last step: compresses the page's code, adds the Content-Security-Policy, and a copy under the name the page has as
 * a download.
 */
function finish(): Plugin {
  return {
    name: 'finish',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('index.html is missing from the build');
        const unpack = readFileSync(path('unpack.js'), 'utf8');
        let code = '';
        let html = replaceOnce(page.source.toString(), /<script type="module"[^>]*>([\s\S]*?)<\/script>/, (script) => {
          code = script[1]!;
          return '';
        });
        html = replaceOnce(
          html,
          /<\/body>/,
          ([end]) => `<script type="text/plain" id="packed">${pack(code)}</script>\n<script>${unpack}</script>\n${end}`,
        );
        // After the charset, which must stand in the first 1024 bytes, and before any script.
        page.source = replaceOnce(
          html,
          /<meta charset="utf-8"\s*\/?>/i,
          ([tag]) => `${tag}<meta http-equiv="Content-Security-Policy" content="${policy([readFileSync(path('support-check.js'), 'utf8'), unpack, code])}">`,
        );
        this.emitFile({ type: 'asset', fileName: 'attention-classroom.html', source: page.source });
      },
    },
  };
}

export default defineConfig({
  plugins: [svelte({ configFile: false }), packed(), supportCheck(), viteSingleFile(), finish()],
  resolve: {
    alias: [
      { find: /^@engine\/wasm/, replacement: path('../build/wasm/attention_parts.wasm') },
      { find: /^@engine$/, replacement: path('../build/wasm/attention_parts.mjs') },
    ],
  },
  server: { fs: { allow: [path('..')] } },
  // A classic worker: Chromium does not start module workers from a blob: address under file://.
  worker: { format: 'iife', plugins: () => [packed()] },
  build: {
    // The first versions that know WASM SIMD, WASM exceptions, 'wasm-unsafe-eval' and DecompressionStream.
    target: ['chrome97', 'firefox113', 'safari16.4'],
    // Nothing to preload in a single file, and the polyfill would fetch.
    modulePreload: false,
    reportCompressedSize: false,
  },
});
