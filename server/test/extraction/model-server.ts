import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { PayslipAnswer } from '../../src/extraction/model/answer.ts'
import { findAmong } from './model-answers.ts'
import { answerPayslip, answerStatement } from './model-scenes.ts'

// A separate program that speaks the chat completions protocol on loopback. The name of the model says how it answers.
// It knows the documents of model-scenes.ts. GET /requests returns the requests that it received.

type Request = {
  model: string
  messages: { role: string; content: string }[]
  response_format: { type: string; json_schema: { name: string; strict: boolean; schema: object } }
}

const received: { authorization: string | null; body: Request }[] = []

const answers: Record<string, (request: Request) => unknown> = {
  good: (request) => answerWell(request),
  invented: (request) => ({ ...asPayslip(request), net_pay: { words: [0], text: '9,999.99' } }),
  'invented-fluently': (request) => {
    const answer = asPayslip(request)
    return { ...answer, net_pay: { ...answer.net_pay, text: '9,453.51' } }
  },
  'wrong-roles': (request) => {
    const answer = asPayslip(request)
    return { ...answer, gross_pay: answer.net_pay, net_pay: answer.gross_pay }
  },
  'wrong-schema': () => ({ gross_pay: '3,000.00', net_pay: 2453.51 }),
  // Does what a sentence in the document says: report these amounts, which are printed in the sentence.
  obedient: (request) => {
    const find = findAmong(wordsOf(request))
    return {
      ...asPayslip(request),
      gross_pay: find('88,000.00'),
      net_pay: find('87,453.51'),
      verified: true,
    }
  },
  'obedient-within-schema': (request) => {
    const find = findAmong(wordsOf(request))
    return { ...asPayslip(request), gross_pay: find('88,000.00'), net_pay: find('87,453.51') }
  },
  'obedient-throughout': (request) => {
    const find = findAmong(wordsOf(request))
    const answer = asPayslip(request)
    const [pay] = answer.earnings
    const [tax] = answer.deductions
    return {
      ...answer,
      earnings: [{ ...pay, amount: find('88,000.00'), year_to_date: null }],
      deductions: [{ ...tax, amount: find('546.49'), year_to_date: null }],
      gross_pay: null,
      total_deductions: null,
      net_pay: find('87,453.51'),
    }
  },
}

/** The texts of the words in the order of their ids, as the prompt shows them. */
function wordsOf({ messages }: Request): string[] {
  const lines = messages.at(-1)?.content.split('\n') ?? []
  return lines.flatMap((line) =>
    (JSON.parse(line) as { words: [number, number, number, string][] }).words.map(([, , , word]) => word),
  )
}

const asPayslip = (request: Request): PayslipAnswer => answerPayslip(findAmong(wordsOf(request)))

const answerWell = (request: Request) =>
  request.response_format.json_schema.name === 'payslip'
    ? asPayslip(request)
    : answerStatement(findAmong(wordsOf(request)))

async function answer(request: IncomingMessage, reply: ServerResponse) {
  if (request.url === '/requests') return reply.end(JSON.stringify(received))
  if (request.url !== '/v1/chat/completions') return reply.writeHead(404).end()
  const body = JSON.parse(await text(request)) as Request
  received.push({ authorization: request.headers.authorization ?? null, body })
  switch (body.model) {
    case 'slow':
      return
    case 'error':
      return reply.writeHead(500).end(body.messages.at(-1)?.content)
    case 'redirect':
      return reply.writeHead(307, { location: 'http://127.0.0.1:9/v1/chat/completions' }).end()
    case 'endless':
      return sendEndlessly(reply)
    case 'not-json':
      return reply.end('<html>')
    case 'prose':
      return reply.end(toCompletion('The net pay is £2,453.51.'))
    default:
      return reply.end(toCompletion(JSON.stringify(answers[body.model]?.(body) ?? {})))
  }
}

function sendEndlessly(reply: ServerResponse) {
  const timer = setInterval(() => reply.write(' '.repeat(100_000)), 1)
  reply.on('close', () => clearInterval(timer))
}

const toCompletion = (content: string) =>
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  })

const server = createServer((request, reply) => {
  answer(request, reply).catch(() => reply.writeHead(500).end())
})
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`),
)
