import type { CompletionNode, FlagCompletion } from './completion-tree.ts';
import { functionName } from './function-name.ts';

/** The script for fish 3 and newer. */
export function fishScript(bin: string, tree: readonly CompletionNode[]): string {
  const name = `_${functionName(bin)}`;
  return `# fish completion of ${bin}, made by \`${bin} completion fish\`
function ${name}_words
    set -l words (commandline -opc)
    for word in $words[2..-1]
        string match -q -- '-*' $word; or echo -- $word
    end
end
# Exactly these words were typed.
function ${name}_at
    set -l words (${name}_words)
    test "$words" = "$argv"
end
# The command was typed, with whatever else.
function ${name}_in
    set -l words (${name}_words)
    set -l wanted (count $argv)
    test (count $words) -ge $wanted; and test "$words[1..$wanted]" = "$argv"
end
complete -c ${bin} -f
${tree.flatMap((node) => nodeLines(bin, name, node)).join('\n')}
`;
}

function nodeLines(bin: string, name: string, node: CompletionNode): readonly string[] {
  const { path, children, flags, values, takesPath } = node;
  const at = `complete -c ${bin} -n ${quoted(`${name}_at ${path}`.trimEnd())}`;
  const within = path === '' ? at : `complete -c ${bin} -n ${quoted(`${name}_in ${path}`)}`;
  return [
    ...children.map(({ word, meaning }) => `${at} -a ${quoted(word)}${description(meaning)}`),
    ...(values.length === 0 ? [] : [`${within} -a ${quoted(values.join(' '))}`]),
    ...(takesPath ? [`${within} -F`] : []),
    ...flags.map((flag) => `${children.length > 0 ? at : within}${flagOptions(flag)}${description(flag.meaning)}`),
  ];
}

function flagOptions({ name, char, takesValue, values, isPath }: FlagCompletion): string {
  const spelling = `${char === undefined ? '' : ` -s ${char}`} -l ${name}`;
  if (!takesValue) return spelling;
  if (isPath) return `${spelling} -r -F`;
  return values.length === 0 ? `${spelling} -x` : `${spelling} -x -a ${quoted(values.join(' '))}`;
}

function description(meaning: string): string {
  return meaning === '' ? '' : ` -d ${quoted(meaning)}`;
}

/** One word for fish: only the backslash and the quotation mark are special inside. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
