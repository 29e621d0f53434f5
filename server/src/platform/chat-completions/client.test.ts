import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { type ChatPrompt, completeChat, limitReplyTokens } from './client.ts'

const contextTokens = 8_192

/** A server that counts four characters as a token and refuses what may not fit into its context, as vLLM does. */
async function startStrictServer() {
  const server = createServer(async (request, response) => {
    const { messages, max_tokens } = (await json(request)) as ChatPrompt & { max_tokens: number }
    const characters = messages.reduce((sum, { content }) => sum + content.length, 0)
    const fits = characters / 4 + max_tokens <= contextTokens
    response.writeHead(fits ? 200 : 400, { 'content-type': 'application/json' })
    response.end(JSON.stringify(fits ? { choices: [{ message: { content: '{}' } }] } : { error: 'too long' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

const ask = (content: string): ChatPrompt => ({
  messages: [{ role: 'user', content }],
  schema: { name: 'answer', schema: { type: 'object' } },
})

test('a question of two pages fits into a small context together with its reply', async () => {
  const url = await startStrictServer()
  const question = ask('word '.repeat(2_000))
  expect(await completeChat({ url, model: 'strict' }, question, AbortSignal.timeout(60_000))).toBe('{}')
})

test('a reply may be as long as its question, up to a limit', () => {
  expect(limitReplyTokens(ask('x'.repeat(9_000)).messages)).toBe(4_000)
  expect(limitReplyTokens(ask('x'.repeat(1_000_000)).messages)).toBe(32_768)
})
