import { command } from '../command.ts'
import { bashCompletion, zshCompletion } from '../completion.ts'

const shells = {
  bash: { script: bashCompletion, how: 'eval "$(payproof completion bash)" in ~/.bashrc' },
  zsh: { script: zshCompletion, how: 'eval "$(payproof completion zsh)" in ~/.zshrc, after compinit' },
}

export const completion = Object.entries(shells).map(([shell, { script, how }]) =>
  command({
    name: `completion ${shell}`,
    does: `print the completion script for ${shell}; put ${how}`,
    run(_asked, { commands }) {
      const text = script(commands)
      return { json: text, text }
    },
  }),
)
