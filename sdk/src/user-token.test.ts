import { expect, test } from 'vitest'
import { cacheToken } from './user-token.ts'

const tokenUntil = (seconds: number) =>
  `x.${Buffer.from(JSON.stringify({ exp: Date.now() / 1_000 + seconds, of: '?>~' })).toString('base64url')}.y`

test('a token is fetched once for concurrent callers, cached, and renewed before it expires', async () => {
  let made = 0
  const tokens = [tokenUntil(60), tokenUntil(600)]
  const get = cacheToken(async () => tokens[made++] ?? 'too many')
  expect(await Promise.all([get(), get(), get()])).toEqual([tokens[0], tokens[0], tokens[0]])
  expect(await get()).toBe(tokens[1])
  expect(await get()).toBe(tokens[1])
})

test('a failure is not kept', async () => {
  let made = 0
  const token = tokenUntil(600)
  const get = cacheToken(async () => {
    if (made++ === 0) throw new Error('away')
    return token
  })
  await expect(get()).rejects.toThrow('away')
  expect(await get()).toBe(token)
})
