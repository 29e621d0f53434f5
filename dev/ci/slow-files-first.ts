import { createHash } from 'node:crypto'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { slowTests } from './test-sets.ts'

/**
 * Starts the slowest files of each project first, so that no long file runs alone at the end. Without durations of an
 * earlier run, as on a clean checkout, Vitest sorts by size, and the slowest files are among the smallest. With
 * `--sequence.shuffle`, the order of the files depends on the seed only.
 */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shuffle, seed } = this.ctx.config.sequence
    if (shuffle) return sortBySeed(files, seed)
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) =>
      slowTests.some((path) => moduleId.endsWith(`/${path}`))
    // Vitest runs the projects one after the other, so their order stays.
    const byProject = Map.groupBy(sorted, ({ project }) => project.name)
    return [...byProject.values()].flatMap((ofProject) => [
      ...ofProject.filter(isSlow),
      ...ofProject.filter((file) => !isSlow(file)),
    ])
  }
}

function sortBySeed(files: TestSpecification[], seed: number): TestSpecification[] {
  const keyOf = ({ moduleId }: TestSpecification) =>
    createHash('sha256').update(`${seed} ${moduleId}`).digest('hex')
  return files.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}
