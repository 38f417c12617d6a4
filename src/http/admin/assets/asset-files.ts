import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** The parts of the stylesheet in order: shared rules first. */
const STYLES = [
  'fonts',
  'base',
  'frame',
  'controls',
  'lists',
  'charts',
  'home',
  'palette',
  'queue',
  'events',
  'event-list',
  'event-body',
  'leads',
  'directory',
  'platforms',
  'print',
];

/**
 * The files for browsers, as text; fonts in base64. The executable has no files: packing replaces this module by the texts
 * (`scripts/package/bundle.js`).
 */
export const assetTexts = {
  css: STYLES.map((name) => read(`./styles/${name}.css`)).join('\n'),
  script: [read('./admin.js'), read('./keyboard.js')].join('\n'),
  eventScript: read('./event.js'),
  eventListScript: read('./event-list.js'),
  icon: read('./icon.svg'),
  latinFont: readFont('latin'),
  latinExtFont: readFont('latin-ext'),
  htmx: readFileSync(resolve('htmx.org/dist/htmx.min.js'), 'utf8'),
  htmxSse: readFileSync(resolve('htmx.org/dist/ext/hx-sse.min.js'), 'utf8'),
};

function read(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

function readFont(subset: string): string {
  return readFileSync(resolve(`@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`), 'base64');
}
