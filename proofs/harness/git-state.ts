import { execFileSync, spawnSync } from 'node:child_process'

/** Excludes files whose changes do not affect what a proof proves. */
const withoutResults = ['--', '.', ':(exclude)proofs/results', ':(exclude)docs', ':(exclude)*.md']

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

export const headCommit = () => git('rev-parse', 'HEAD')

export const isDirty = () => git('status', '--porcelain', ...withoutResults) !== ''

/** Whether the code in HEAD is the same as at that commit. */
export function isSameCode(commit: string) {
  // git exits with 1 if there are differences, and with 128 if it does not know the commit.
  return spawnSync('git', ['diff', '--quiet', commit, 'HEAD', ...withoutResults]).status === 0
}
