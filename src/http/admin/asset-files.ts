import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** The stylesheet in the order of its parts: what is common first. */
const STYLES = [
  'fonts',
  'base',
  'frame',
  'controls',
  'lists',
  'charts',
  'home',
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
 * What browsers load, as text; fonts in base64. The one executable has no files: while it is packed, this module is replaced by its own texts
 * (`bin/package/bundle.js`).
 */
export const assetTexts = {
  css: STYLES.map((name) => read(`./assets/styles/${name}.css`)).join('\n'),
  script: read('./assets/admin.js'),
  eventScript: read('./assets/event.js'),
  eventListScript: read('./assets/event-list.js'),
  icon: read('./assets/icon.svg'),
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
