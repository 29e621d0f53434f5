import { execFileSync, spawnSync } from 'node:child_process'

/** Changes to these do not change what a proof proves. */
const withoutResults = ['--', '.', ':(exclude)proofs/results', ':(exclude)docs', ':(exclude)*.md']

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

export const headCommit = () => git('rev-parse', 'HEAD')

export const isDirty = () => git('status', '--porcelain', ...withoutResults) !== ''

/** Whether the code is the same in HEAD as it was at that commit. */
export function isSameCode(commit: string) {
  // Exits with 1 if there are differences, 128 if the commit is unknown here.
  return spawnSync('git', ['diff', '--quiet', commit, 'HEAD', ...withoutResults]).status === 0
}
