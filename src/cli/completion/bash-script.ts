import { quotedWord } from '../../base/shell-word.ts';
import { indented, knownPaths, spellings } from './case-statement.ts';
import type { CompletionNode, FlagCompletion } from './completion-tree.ts';
import { functionName } from './function-name.ts';

/**
 * The script for bash 4.4 and newer. `=` splits words there, so that `--source=x` comes as three of them. bash shows no meanings.
 */
export function bashScript(bin: string, tree: readonly CompletionNode[]): string {
  const name = functionName(bin);
  return `# bash completion of ${bin}, made by \`${bin} completion bash\`
${name}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" command='' next word candidates='' paths=''
  if [[ $current == '=' ]]; then
    current=''
  elif [[ $previous == '=' ]]; then
    previous="\${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
    next="\${command:+$command }$word"
    case "$next" in
      ${knownPaths(tree)}) command="$next" ;;
      *) break ;;
    esac
  done
  case "$command|$previous" in
${indented(4, valueCases(tree))}
    *)
      if [[ $current == -* ]]; then
        case "$command" in
${indented(10, tree.map(flagCase))}
        esac
      else
        case "$command" in
${indented(10, tree.flatMap(wordCase))}
        esac
      fi
      ;;
  esac
  COMPREPLY=($(compgen -W "$candidates" -- "$current"))
  if [[ -n $paths ]]; then
    compopt -o filenames 2> /dev/null
    COMPREPLY+=($(compgen -f -- "$current"))
  fi
}
complete -F ${name} ${bin}
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
  const action = flag.isPath ? 'paths=1' : `candidates=${quotedWord(flag.values.join(' '))}`;
  return `${patterns}) ${action} ;;`;
}

function flagCase({ path, flags }: CompletionNode): string {
  return `${quotedWord(path)}) candidates=${quotedWord(flags.flatMap(spellings).join(' '))} ;;`;
}

function wordCase({ path, children, values, takesPath }: CompletionNode): readonly string[] {
  const words = [...children.map(({ word }) => word), ...values].join(' ');
  if (words === '' && !takesPath) return [];
  return [`${quotedWord(path)}) candidates=${quotedWord(words)}${takesPath ? ' paths=1' : ''} ;;`];
}
