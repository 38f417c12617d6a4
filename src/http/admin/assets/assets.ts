import { posix } from 'node:path';
import { sha256Hex } from '../../../base/signature.ts';
import { assetTexts } from './asset-files.ts';

export interface Asset {
  readonly path: string;
  readonly contentType: string;
  readonly content: string | Buffer;
  /** Part of the URL in pages, so that browsers may cache the file forever. */
  readonly version: string;
}

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** Inter with the letters of western languages: nearly every page needs only this one. */
export const LATIN_FONT = font('inter-latin.woff2', assetTexts.latinFont);
/** Letters of further languages in Latin script. Browsers request it if a page contains one of them. */
const LATIN_EXT_FONT = font('inter-latin-ext.woff2', assetTexts.latinExtFont);
const FONTS = [LATIN_FONT, LATIN_EXT_FONT];

export const STYLESHEET = asset('/admin/assets/admin.css', 'text/css; charset=utf-8', withFontVersions(assetTexts.css));
export const SCRIPT = asset('/admin/assets/admin.js', SCRIPT_TYPE, assetTexts.script);
export const EVENT_SCRIPT = asset('/admin/assets/event.js', SCRIPT_TYPE, assetTexts.eventScript);
/** Used only by the list of events. */
export const EVENT_LIST_SCRIPT = asset('/admin/assets/event-list.js', SCRIPT_TYPE, assetTexts.eventListScript);
/** In one file: htmx starts in a task of its own, when its extension must already be loaded. */
export const HTMX = asset('/admin/assets/htmx.js', SCRIPT_TYPE, [assetTexts.htmx, assetTexts.htmxSse].map(withoutSourceMap).join('\n'));
export const ICON = asset('/admin/assets/icon.svg', 'image/svg+xml', assetTexts.icon);

export const ASSETS: readonly Asset[] = [STYLESHEET, SCRIPT, EVENT_SCRIPT, EVENT_LIST_SCRIPT, HTMX, ICON, ...FONTS];

/** The URL of an asset in pages. */
export function assetUrl({ path, version }: Asset): string {
  return `${path}?v=${version}`;
}

function asset(path: string, contentType: string, content: string | Buffer): Asset {
  return { path, contentType, content, version: sha256Hex(Buffer.from(content)).slice(0, 12) };
}

function font(name: string, base64: string): Asset {
  return asset(`/admin/assets/${name}`, 'font/woff2', Buffer.from(base64, 'base64'));
}

/** The stylesheet refers to fonts by file name; with the version in the URL, browsers may cache them forever. */
function withFontVersions(css: string): string {
  return FONTS.reduce((text, file) => text.replace(`"${posix.basename(file.path)}"`, `"${assetUrl(file)}"`), css);
}

/** The source map is not served. */
function withoutSourceMap(script: string): string {
  return script.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
}
