import { sha256Hex } from '../../base/signature.ts';
import { adminCss } from './assets/admin-css.ts';
import { adminJs } from './assets/admin-js.ts';
import { iconSvg } from './assets/icon-svg.ts';

export interface Asset {
  readonly path: string;
  readonly contentType: string;
  readonly text: string;
  /** Part of the address in pages, so that a browser may keep the file for good. */
  readonly version: string;
}

export const STYLESHEET = asset('/admin/assets/admin.css', 'text/css; charset=utf-8', adminCss);
export const SCRIPT = asset('/admin/assets/admin.js', 'text/javascript; charset=utf-8', adminJs);
export const ICON = asset('/admin/assets/icon.svg', 'image/svg+xml', iconSvg);

/** The address of an asset as it stands in a page. */
export function assetUrl({ path, version }: Asset): string {
  return `${path}?v=${version}`;
}

function asset(path: string, contentType: string, text: string): Asset {
  return { path, contentType, text, version: sha256Hex(Buffer.from(text)).slice(0, 12) };
}
