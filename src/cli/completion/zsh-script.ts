import { quotedWord } from '../../base/shell-word.ts';
import { indented, knownPaths, spellings } from './case-statement.ts';
import type { CompletionNode, FlagCompletion } from './completion-tree.ts';
import { functionName } from './function-name.ts';

/** The script for zsh: a file of `$fpath` named `_lead-intake`, or sourced after compinit. */
export function zshScript(bin: string, tree: readonly CompletionNode[]): string {
  const name = functionName(bin);
  return `#compdef ${bin}
# zsh completion of ${bin}, made by \`${bin} completion zsh\`
${name}() {
  local current="\${words[CURRENT]}" previous="\${words[CURRENT - 1]}" command='' next word
  local -a candidates flags
  integer paths=0
  for word in "\${(@)words[2,CURRENT - 1]}"; do
    next="\${command:+$command }$word"
    case "$next" in
      (${knownPaths(tree)}) command="$next" ;;
      (*) break ;;
    esac
  done
  if [[ "$current" == --*=* ]]; then
    previous="\${current%%=*}"
    compset -P 1 '*='
  fi
  case "$command|$previous" in
${indented(4, valueCases(tree))}
  esac
  case "$command" in
${indented(4, tree.map(nodeCase))}
  esac
  if [[ "$current" == -* ]]; then
    _describe -t flags flag flags
  else
    (( $#candidates )) && _describe -t words word candidates
    (( paths )) && _files
  fi
}
if [[ "$funcstack[1]" == ${quotedWord(`_${bin}`)} ]]; then
  ${name} "$@"
else
  compdef ${name} ${bin}
fi
`;
}

/** What a flag that takes a value is followed by; nothing, where it cannot be told. */
function valueCases(tree: readonly CompletionNode[]): readonly string[] {
  return tree.flatMap(({ path, flags }) => flags.filter(({ takesValue }) => takesValue).map((flag) => valueCase(path, flag)));
}

function valueCase(path: string, flag: FlagCompletion): string {
  const patterns = spellings(flag)
    .map((spelling) => quotedWord(`${path}|${spelling}`))
    .join(' | ');
  return `(${patterns}) ${valueAction(flag)}; return ;;`;
}

function valueAction({ isPath, values }: FlagCompletion): string {
  if (isPath) return '_files';
  return values.length === 0 ? `_message ${quotedWord('…')}` : `compadd -- ${values.map(quotedWord).join(' ')}`;
}

function nodeCase({ path, children, flags, values, takesPath }: CompletionNode): string {
  const words = [...children.map(({ word, meaning }) => described(word, meaning)), ...values.map((value) => described(value, ''))];
  const parts = [
    `candidates=(${words.join(' ')})`,
    `flags=(${flags.flatMap((flag) => spellings(flag).map((spelling) => described(spelling, flag.meaning))).join(' ')})`,
    ...(takesPath ? ['paths=1'] : []),
  ];
  return `(${quotedWord(path)}) ${parts.join('; ')} ;;`;
}

/** `word:meaning`, as _describe takes it: a colon in the word would end it. */
function described(word: string, meaning: string): string {
  const plain = word.replaceAll(':', '\\:');
  return quotedWord(meaning === '' ? plain : `${plain}:${meaning}`);
}
