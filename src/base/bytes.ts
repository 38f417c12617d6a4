/** Bytes for people, in powers of 1024: `812 B`, `4.0 KiB`, `1.2 GiB`, in Portuguese `1,2 GiB`. */
export function formatBytes(bytes: number, locale = 'en-GB'): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  if (power === 0) return `${bytes} B`;
  const amount = (bytes / 1024 ** power).toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false });
  return `${amount} ${units[power]}`;
}
