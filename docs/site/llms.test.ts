import { expect, test } from 'vitest'
import { readRepositoryIndex, repositoryIndex } from './llms.ts'

test('llms.txt at the root lists the pages of the site: run npm run generate', () => {
  expect(readRepositoryIndex()).toBe(repositoryIndex())
})
