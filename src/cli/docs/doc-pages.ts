import { nearestName } from '../../config/nearest-name.ts';
import { appError } from '../../messages/messages.ts';
import { docFiles } from './doc-files.ts';

/** A page of the documentation. */
export interface DocPage {
  readonly name: string;
  readonly title: string;
  readonly markdown: string;
}

/** Lists the other pages in reading order. */
const INDEX = 'README';

/** Every page but the index, in its order; pages it does not list come last. */
export function docPages(): readonly DocPage[] {
  const { [INDEX]: index = '', ...files } = docFiles();
  const named = [...index.matchAll(/\]\(([\w-]+)\.md\b/g)].map(([, name = '']) => name);
  const place = (name: string): number => (named.includes(name) ? named.indexOf(name) : named.length);
  return Object.entries(files)
    .map(([name, markdown]) => ({ name, title: /^# (.+)$/m.exec(markdown)?.[1] ?? name, markdown }))
    .toSorted((a, b) => place(a.name) - place(b.name) || (a.name < b.name ? -1 : 1));
}

/**
 * The requested page: `google-ads`, also by its file name.
 *
 * @throws AppError `usage` if there is none, with a suggestion
 */
export function requirePage(wanted: string): DocPage {
  const pages = docPages();
  const name = wanted
    .toLowerCase()
    .replace(/^docs\//, '')
    .replace(/\.md$/, '');
  const page = pages.find((one) => one.name === name);
  if (page !== undefined) return page;
  const meant = nearestName(
    name,
    pages.map((one) => one.name),
  );
  throw appError('usage', (m) => m.cli.docs.noSuchPage({ wanted, meant }), { hint: (m) => m.cli.docs.listShowsThem });
}
