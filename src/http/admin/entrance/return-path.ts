export const HOME = '/admin';

/**
 * Where to go after the login: the address asked for when it is one of the admin's own, else the first page. It is
 * resolved the way a browser does it, so `//host`, `/\host`, `/admin/../x` and the like are seen for what they are. The login
 * itself only where it is said: after a login it would lead in a circle.
 */
export function safeReturnPath(asked: string | null, { login = false }: { readonly login?: boolean } = {}): string {
  if (asked === null || !URL.canParse(asked, OWN)) return HOME;
  const { origin, pathname, search } = new URL(asked, OWN);
  const isOurs = origin === OWN && (pathname === HOME || pathname.startsWith('/admin/'));
  const isPage = login || !pathname.startsWith('/admin/login');
  return isOurs && isPage && !pathname.startsWith('/admin/idioma') ? pathname + search : HOME;
}

const OWN = 'http://own.invalid';
