import { z } from 'zod'

// Client for a server that speaks the OpenAI chat completions protocol, such as vLLM, Ollama or llama.cpp. The operator
// chooses the URL, as that of the database or the malware scanner, so it may be an internal address and does not pass
// the checks of platform/outbound, which are for URLs that clients choose.

export type ChatSettings = {
  /** Base URL of the API, such as http://127.0.0.1:11434/v1. */
  url: string
  model: string
  key?: string | undefined
}

export type ChatPrompt = {
  messages: { role: 'system' | 'user'; content: string }[]
  /** The reply must match this JSON schema. Servers that ignore it may reply with other text. */
  schema: { name: string; schema: object }
}

/** Why there is no reply. Messages never contain text of the prompt or of the reply. */
export class ChatFailure extends Error {
  readonly code: 'timeout' | 'unreachable' | 'refused' | 'malformed'
  constructor(code: ChatFailure['code'], message: string) {
    super(message)
    this.code = code
  }
}

const maxReplyBytes = 1_000_000
const maxReplyTokens = 32_768
const minReplyTokens = 1_000
/** Low for text with many figures, so that the estimate is rather too high. */
const charactersPerToken = 3

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
})

/** Returns the text of the reply. Never retries and follows no redirect. */
export async function completeChat(
  { url, model, key }: ChatSettings,
  { messages, schema }: ChatPrompt,
  signal: AbortSignal,
): Promise<string> {
  const body = {
    model,
    messages,
    temperature: 0,
    max_tokens: limitReplyTokens(messages),
    stream: false,
    response_format: { type: 'json_schema', json_schema: { ...schema, strict: true } },
  }
  const text = await exchange(`${url}/chat/completions`, { body: JSON.stringify(body), key, signal })
  const { data } = Completion.safeParse(parseJson(text))
  const [choice] = data?.choices ?? []
  if (!choice) throw new ChatFailure('malformed', 'the reply is not a chat completion')
  return choice.message.content
}

/**
 * Servers refuse a question if it and the longest reply together exceed their context, so a short question allows only
 * a short reply. A reply quotes words of the question, so it is no longer than the question.
 */
export function limitReplyTokens(messages: ChatPrompt['messages']) {
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0)
  return Math.min(maxReplyTokens, minReplyTokens + Math.ceil(characters / charactersPerToken))
}

async function exchange(
  url: string,
  { body, key, signal }: { body: string; key: string | undefined; signal: AbortSignal },
): Promise<string> {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      redirect: 'error',
      signal,
    })
    if (!reply.ok) {
      // An error may quote the prompt, so it is not read.
      await reply.body?.cancel()
      throw new ChatFailure('refused', `the server replied ${reply.status}`)
    }
    return await readText(reply)
  } catch (error) {
    if (error instanceof ChatFailure) throw error
    if (signal.aborted) throw new ChatFailure('timeout', 'the server did not reply in time')
    throw new ChatFailure('unreachable', 'the server could not be reached')
  }
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > maxReplyBytes) throw new ChatFailure('malformed', 'the reply is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
