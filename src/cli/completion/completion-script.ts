import type { Interfaces } from '@oclif/core';
import { A_PATH, completionTable, FLAGS } from './completion-table.ts';

/** The supported shells. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The parts of a script: the name of the program, that of its completion function, and the table. */
type ScriptParts = Readonly<Record<'bin' | 'name' | 'table', string>>;

/** The script for one shell, with all its data: it caches nothing, and runs nothing while a person types. */
export function completionScript(shell: Shell, config: Interfaces.Config): string {
  const { bin } = config;
  const parts = { bin, name: `_${bin.replaceAll(/[^a-zA-Z0-9]/g, '_')}`, table: completionTable(config).join('\n') };
  const script = { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](parts);
  return `${shell === 'zsh' ? `#compdef ${bin}\n` : ''}# ${shell} completion of ${bin}, made by \`${bin} completion ${shell}\`\n${script}`;
}

/** For bash 4.4 and newer. bash splits words at `=`, so that `--source=x` arrives as three words. bash shows no descriptions. */
function bashScript({ bin, name, table }: ScriptParts): string {
  return `declare -A ${name}_words
${name}_read() {
  local path after word meaning
  while IFS='|' read -r path after word meaning; do ${name}_words["$path|$after"]+="$word "; done
}
${name}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" command='' key next word words
  if [[ $current == '=' ]]; then
    current=''
  elif [[ $previous == '=' ]]; then
    previous="\${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
    next="\${command:+$command }$word"
    [[ -n \${${name}_words["$next|${FLAGS}"]} ]] || break
    command="$next"
  done
  key="$command|"
  if [[ $previous == -* && -n \${${name}_words["$command|$previous"]} ]]; then
    key="$command|$previous"
  elif [[ $current == -* ]]; then
    key="$command|${FLAGS}"
  fi
  words=" \${${name}_words["$key"]}"
  COMPREPLY=($(compgen -W "\${words// \\${A_PATH} / }" -- "$current"))
  if [[ $words == *' ${A_PATH} '* ]]; then
    compopt -o filenames 2> /dev/null
    COMPREPLY+=($(compgen -f -- "$current"))
  fi
}
complete -F ${name} ${bin}
${name}_read << 'END'
${table}
END
`;
}

/** A file in `$fpath` named `_lead-intake`, or sourced after compinit. A colon in a word would end it for _describe. */
function zshScript({ bin, name, table }: ScriptParts): string {
  return `typeset -gA ${name}_words
${name}_read() {
  local typed after word meaning key
  while IFS='|' read -r typed after word meaning; do
    key="$typed|$after"
    ${name}_words[$key]+="\${word//:/\\\\:}\${meaning:+:$meaning}"$'\\n'
  done
}
${name}() {
  local current="\${words[CURRENT]}" previous="\${words[CURRENT - 1]}" command='' key next word
  local -a candidates
  for word in "\${(@)words[2,CURRENT - 1]}"; do
    next="\${command:+$command }$word"
    key="$next|${FLAGS}"
    (( \${+${name}_words[$key]} )) || break
    command="$next"
  done
  if [[ "$current" == --*=* ]]; then
    previous="\${current%%=*}"
    compset -P 1 '*='
  fi
  key="$command|$previous"
  if [[ "$previous" != -* ]] || (( ! \${+${name}_words[$key]} )); then
    key="$command|"
    [[ "$current" == -* ]] && key="$command|${FLAGS}"
  fi
  candidates=(\${(f)${name}_words[$key]})
  if (( \${candidates[(Ie)${A_PATH}]} )); then
    candidates=(\${candidates:#${A_PATH}})
    _files
  fi
  (( $#candidates )) && _describe -t words word candidates
}
${name}_read << 'END'
${table}
END
if [[ "$funcstack[1]" == '_${bin}' ]]; then
  ${name} "$@"
else
  compdef ${name} ${bin}
fi
`;
}

/** For fish 3 and newer. Inside its quotes only the backslash and the quotation mark are special. */
function fishScript({ bin, name, table }: ScriptParts): string {
  return `set -g ${name}_table (string split \\n -- '${table.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}')
# The words and meanings of one place.
function ${name}_at
    string replace -rf -- '^'(string escape --style=regex -- "$argv[1]|$argv[2]|") '' $${name}_table
end
function ${name}
    set -l typed (commandline -opc)
    set -l current (commandline -ct)
    set -l previous $typed[-1]
    set -l command ''
    set -l prefix ''
    for word in $typed[2..-1]
        set -l next (string trim -- "$command $word")
        count (${name}_at $next '${FLAGS}') > /dev/null; or break
        set command $next
    end
    if string match -qr -- '^--[^=]+=' $current
        set previous (string replace -r -- '=.*' '' $current)
        set prefix "$previous="
    end
    set -l rows
    string match -q -- '-*' "$previous"; and set rows (${name}_at "$command" "$previous")
    if not count $rows > /dev/null
        set -l after ''
        string match -q -- '-*' "$current"; and set after '${FLAGS}'
        set rows (${name}_at "$command" "$after")
    end
    for row in $rows
        set -l parts (string split -m 1 '|' -- $row)
        switch $parts[1]
            case ''
            case '${A_PATH}'
                __fish_complete_path (string replace -- "$prefix" '' $current) | string replace -r '^' -- "$prefix"
            case '-*'
                # fish would offer what has these letters anywhere.
                string match -q -- "$current*" $parts[1]; and printf '%s\\t%s\\n' $parts[1] "$parts[2]"
            case '*'
                printf '%s%s\\t%s\\n' "$prefix" $parts[1] "$parts[2]"
        end
    end
end
complete -c ${bin} -f -a '(${name})'
`;
}
