// What both bundles of the program change in its sources: the one of `npm run build` (bundle.js) and the executable's.
import { readFileSync } from 'node:fs';
import { docFiles } from '../../src/cli/docs/doc-files.ts';
import { assetTexts } from '../../src/http/admin/assets/asset-files.ts';

/** zod includes its messages in fifty languages, but our schemas have their own, in two. This saves 0.46 MB. */
export const withoutForeignTongues = {
  name: 'without-foreign-tongues',
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({ contents: "export { default as en } from './en.js';" }));
  },
};

/** Sections of a catalogue have one level of indentation, their parts two. */
const SECTION = /^ {2}(\w+): \{\n([\s\S]*?)^ {2}\},$/gm;
const PART = /^ {4}(\w+): \{\n([\s\S]*?)^ {4}\}(?: (?:as|satisfies) .*)?,$/gm;
const ONCE = `
function once(catalogue, name, section) {
  Object.defineProperty(catalogue, name, { value: section });
  return section;
}
`;

/**
 * Every start loads the messages of all languages, but most use only a part of them. So a section, and each part of it, is created on first
 * use (5 ms for the largest).
 */
export const lazyMessages = {
  name: 'lazy-messages',
  setup({ onLoad }) {
    const onDemand = (_object, name, body) => `get ${name}() { return once(this, '${name}', {\n${body}}); },`;
    onLoad({ filter: /\/src\/messages\/[a-z]{2}\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(PART, onDemand).replace(SECTION, onDemand) + ONCE,
      loader: 'ts',
    }));
  },
};

/** The stylesheet, the scripts and the fonts of the admin pages, and the pages of docs/. */
export const FILES = { assets: assetTexts, docs: docFiles() };

/**
 * A bundle has no files beside it, so the modules that read them are replaced.
 *
 * @param {(name: keyof typeof FILES) => string} contentsOf an expression for these files
 */
export function filesInside(contentsOf) {
  return {
    name: 'files-inside',
    setup({ onLoad }) {
      onLoad({ filter: /\/src\/http\/admin\/assets\/asset-files\.ts$/ }, () => ({
        contents: `export const assetTexts = ${contentsOf('assets')};`,
      }));
      onLoad({ filter: /\/src\/cli\/docs\/doc-files\.ts$/ }, () => ({
        contents: `export function docFiles() { return ${contentsOf('docs')}; }`,
      }));
    },
  };
}
