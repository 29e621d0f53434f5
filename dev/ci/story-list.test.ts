import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { storyTitles } from '../../web/e2e/story-list.ts'

const folder = new URL('../../web/e2e/', import.meta.url)

test('there are twenty stories of the journey, and each is one browser test', async () => {
  const files = (await readdir(folder)).filter((name) => /^story-.*\.test\.ts$/.test(name))
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')))
  const numbers = texts.flatMap((text) => [...text.matchAll(/^story\(\s*(\d+),/gm)].map(([, n]) => Number(n)))
  expect(numbers.sort((one, other) => one - other)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  expect(new Set(storyTitles).size).toBe(20)
})
