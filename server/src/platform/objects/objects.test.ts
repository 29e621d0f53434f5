import { expect, test } from 'vitest'
import { openObjects } from './objects.ts'

// What can be said of addresses without a store; features/documents tries them on a real one.

const keys = { region: 'eu-west-2', bucket: 'papers', accessKey: 'a', secretKey: 'b' }
const address = async (settings: { endpoint?: string; publicEndpoint?: string }) =>
  new URL(
    await openObjects({ ...keys, ...settings }).presignPut('quarantine/a/b', {
      contentType: 'application/pdf',
      seconds: 900,
    }),
  )

test('an address leads where those who upload see the store, not where the service does', async () => {
  const inside = await address({ endpoint: 'http://10.0.0.5:7480' })
  expect(inside.origin + inside.pathname).toBe('http://10.0.0.5:7480/papers/quarantine/a/b')
  const outside = await address({
    endpoint: 'http://10.0.0.5:7480',
    publicEndpoint: 'https://files.payproof.example',
  })
  expect(outside.origin + outside.pathname).toBe('https://files.payproof.example/papers/quarantine/a/b')
})

test('without an endpoint it is the store of AWS in that region', async () => {
  const { origin, pathname } = await address({})
  expect(origin + pathname).toBe('https://papers.s3.eu-west-2.amazonaws.com/quarantine/a/b')
})

test('type, single use and life are signed, and no checksum of what nobody has seen', async () => {
  const { searchParams } = await address({})
  expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-type;host;if-none-match')
  expect(searchParams.get('X-Amz-Expires')).toBe('900')
  expect([...searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([])
})

test('a store that is away is said to be, not to be empty', async () => {
  const nowhere = openObjects({ ...keys, endpoint: 'http://127.0.0.1:9' })
  const calls = [nowhere.head('x'), nowhere.get('x', 1), nowhere.list('x'), nowhere.deletePrefix('x')]
  await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject({ status: 503 })))
  await nowhere.close()
})
