export const HOME = '/admin/fila';

/**
 * Where to go after the login: the address asked for when it is one of the admin's own, else the first page. It is
 * resolved the way a browser does it, so `//host`, `/\host`, `/admin/../x` and the like are seen for what they are.
 */
export function safeReturnPath(asked: string | null): string {
  if (asked === null || !URL.canParse(asked, OWN)) return HOME;
  const { origin, pathname, search } = new URL(asked, OWN);
  const isOurs = origin === OWN && pathname.startsWith('/admin/') && !pathname.startsWith('/admin/login');
  return isOurs ? pathname + search : HOME;
}

const OWN = 'http://own.invalid';
