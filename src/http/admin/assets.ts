import { sha256Hex } from '../../base/signature.ts';
import { assetTexts } from './asset-files.ts';

export interface Asset {
  readonly path: string;
  readonly contentType: string;
  readonly text: string;
  /** Part of the address in pages, so that a browser may keep the file for good. */
  readonly version: string;
}

const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

export const STYLESHEET = asset('/admin/assets/admin.css', 'text/css; charset=utf-8', assetTexts.css);
export const SCRIPT = asset('/admin/assets/admin.js', SCRIPT_TYPE, assetTexts.script);
export const EVENT_SCRIPT = asset('/admin/assets/event.js', SCRIPT_TYPE, assetTexts.eventScript);
/** Loaded by the list of events only. */
export const EVENT_LIST_SCRIPT = asset('/admin/assets/event-list.js', SCRIPT_TYPE, assetTexts.eventListScript);
/** In one file: htmx begins in a task of its own, and by then its extension must be there. */
export const HTMX = asset('/admin/assets/htmx.js', SCRIPT_TYPE, [assetTexts.htmx, assetTexts.htmxSse].map(withoutSourceMap).join('\n'));
export const ICON = asset('/admin/assets/icon.svg', 'image/svg+xml', assetTexts.icon);

export const ASSETS: readonly Asset[] = [STYLESHEET, SCRIPT, EVENT_SCRIPT, EVENT_LIST_SCRIPT, HTMX, ICON];

/** The address of an asset as it stands in a page. */
export function assetUrl({ path, version }: Asset): string {
  return `${path}?v=${version}`;
}

function asset(path: string, contentType: string, text: string): Asset {
  return { path, contentType, text, version: sha256Hex(Buffer.from(text)).slice(0, 12) };
}

/** The map is not served. */
function withoutSourceMap(script: string): string {
  return script.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n');
}
