import type { CliCommand } from './command.ts'
import { common } from './help.ts'

/** Returns prefixes of the command line as patterns for both shells, with their completions, most specific first. */
function casesOf(commands: readonly CliCommand[]): [pattern: string, candidates: string[]][] {
  const ofValues = commands.flatMap(({ name, options }) =>
    Object.entries(options).flatMap(([option, { words }]): [string, string[]][] =>
      words ? [[`'${name}'*' --${option}'`, [...words]]] : [],
    ),
  )
  const ofOptions = commands.map(({ name, options }): [string, string[]] => [
    `'${name}'*`,
    Object.keys({ ...options, ...common }).map((option) => `--${option}`),
  ])
  const nouns = [...new Set(commands.map(({ name }) => name.split(' ')[0] as string))]
  const ofNouns = nouns.flatMap((noun): [string, string[]][] => {
    const verbs = commands.flatMap(({ name }) =>
      name.startsWith(`${noun} `) ? [name.slice(noun.length + 1)] : [],
    )
    return verbs.length > 0 ? [[`'${noun}'`, verbs]] : []
  })
  return [...ofValues, ...ofOptions, ...ofNouns, ["''", nouns]]
}

const casesIn = (commands: readonly CliCommand[]) =>
  casesOf(commands)
    .map(([pattern, candidates]) => `    ${pattern}) candidates='${candidates.join(' ')}' ;;`)
    .join('\n')

// Options are offered only after a dash. Without a dash, the word is an id, which we don't know, or a file, which the
// shell completes.
export const bashCompletion = (commands: readonly CliCommand[]) => `_payproof() {
  local candidates= current=\${COMP_WORDS[COMP_CWORD]}
  local line="\${COMP_WORDS[*]:1:COMP_CWORD-1}"
  case "$line" in
${casesIn(commands)}
  esac
  if [[ $candidates == --* && $current != -* ]]; then candidates=; fi
  COMPREPLY=($(compgen -W "$candidates" -- "$current"))
}
complete -o default -F _payproof payproof`

export const zshCompletion = (commands: readonly CliCommand[]) => `_payproof() {
  local candidates= current=\${words[CURRENT]}
  local line="\${(j: :)words[2,CURRENT-1]}"
  case "$line" in
${casesIn(commands)}
  esac
  if [[ $candidates == --* && $current != -* ]]; then candidates=; fi
  if [[ -n $candidates ]]; then compadd -- \${=candidates}; else _files; fi
}
compdef _payproof payproof`
