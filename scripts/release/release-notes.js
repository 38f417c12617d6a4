/**
 * Extracts the notes of one version from a changelog in Keep a Changelog format.
 *
 * @param {string} changelog
 * @param {string} version
 * @returns {string | undefined} the text below the version's heading; `undefined` if the version has no dated heading
 */
export function releaseNotes(changelog, version) {
  const heading = new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}$`);
  const [, ...sections] = changelog.split(/^(?=## )/m);
  const section = sections.find((text) => heading.test(text.split('\n', 1)[0]));
  // Link definitions at the end belong to the whole file.
  return (
    section &&
    `${section
      .replace(/^.*\n/, '')
      .replace(/^\[[^\]]+\]: .*$/gm, '')
      .trim()}\n`
  );
}
