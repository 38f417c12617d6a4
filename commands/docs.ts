import * as Args from '@oclif/core/args';
import { command } from '../src/cli/command.ts';
import { docPages, requirePage } from '../src/cli/docs/doc-pages.ts';
import { markdownText } from '../src/cli/docs/markdown-text.ts';
import { showInPager } from '../src/cli/docs/show-in-pager.ts';
import { renderBlock, terminalWidth } from '../src/cli/render.ts';

/** Longer lines are hard to read. */
const WIDEST = 100;

export default command({
  examples: ['', 'google-ads', 'google-ads > google-ads.md'],
  args: { page: Args.string({ ignoreStdin: true }) },
  async run({ args }) {
    if (args.page === undefined) {
      const pages = docPages();
      this.log(renderBlock(pages.map(({ name, title }) => [name, title])));
      return { paginas: pages.map(({ name, title }) => ({ nome: name, titulo: title })) };
    }
    const { name, title, markdown } = requirePage(args.page);
    if (!process.stdout.isTTY || this.jsonEnabled()) this.log(markdown.trimEnd());
    else showInPager(markdownText(markdown, Math.min(terminalWidth() ?? WIDEST, WIDEST)));
    return { nome: name, titulo: title, markdown };
  },
});
