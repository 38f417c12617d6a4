/** An esbuild plugin. zod includes its messages in fifty languages, but our schemas have their own, in two. This saves 0.46 MB. */
export const withoutForeignTongues = {
  name: 'without-foreign-tongues',
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({ contents: "export { default as en } from './en.js';" }));
  },
};
