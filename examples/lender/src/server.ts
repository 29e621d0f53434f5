import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { webhookReceiver } from '@payproof/sdk/webhooks'
import type { Applications } from './applications.ts'
import { readForm } from './form.ts'
import { applicationPage, formPage, messagePage } from './pages.ts'

type Options = {
  applications: Applications
  receive: ReturnType<typeof webhookReceiver>
  /** The origin of the embedded journey. */
  serviceOrigin: string
  port: number
}

type Reply = { status?: number; headers?: Record<string, string>; body?: string | Buffer }
type Routes = Record<string, (request: IncomingMessage) => Promise<Reply>>

/** Serves the pages and the webhook endpoint on loopback; run a TLS proxy in front. */
export async function listen({ applications, receive, serviceOrigin, port }: Options) {
  const applicationOf = (request: IncomingMessage) => applications.find(cookieOf(request))

  const routes: Routes = {
    'GET /': async () => ({ body: formPage() }),
    'GET /lender.css': file('lender.css', 'text/css; charset=utf-8'),
    'GET /apply.js': file('apply.js', 'text/javascript; charset=utf-8'),
    'GET /icon.svg': file('icon.svg', 'image/svg+xml'),

    'POST /applications': async (request) => {
      const { applicant, answers, faults } = readForm((await bodyOf(request, 4_096)).toString())
      if (!applicant) return { status: 422, body: formPage(answers, faults) }
      const { id } = await applications.begin(applicant)
      // Add `Secure` when you serve over HTTPS, as you will in production.
      return seeOther('/application', `application=${id}; HttpOnly; SameSite=Lax; Path=/`)
    },

    'GET /application': async (request) => {
      const application = applicationOf(request)
      return application ? { body: applicationPage(application, serviceOrigin) } : seeOther('/')
    },

    'GET /application/report': async (request) => {
      const application = applicationOf(request)
      if (!application?.summary) throw new Refusal(404)
      return {
        body: await applications.reportOf(application),
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="${application.reference}.pdf"`,
        },
      }
    },

    // Returns the number of decisions so far; the page polls until there is one more than it shows.
    'GET /application/version': async (request) => ({
      body: String(applicationOf(request)?.assessments.length ?? 0),
      headers: { 'content-type': 'text/plain' },
    }),

    'POST /applications/withdrawals': async (request) => {
      const application = applicationOf(request)
      if (application) await applications.withdraw(application)
      return seeOther('/', 'application=; Max-Age=0; Path=/')
    },

    // The raw bytes are kept, because a parsed body cannot be verified.
    'POST /hooks/payproof': async (request) => ({
      status: await receive(await bodyOf(request, 2 * 1024 * 1024), request.headers),
    }),
  }

  const defaultHeaders = headersFor(serviceOrigin)
  const server = createServer(async (request, response) => {
    const { status = 200, headers, body } = await answer(routes, request).catch(toErrorReply)
    response.writeHead(status, { ...defaultHeaders, ...headers }).end(body)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close().closeAllConnections(),
  }
}

async function answer(routes: Routes, request: IncomingMessage): Promise<Reply> {
  // Rejects cross-site form posts (CSRF) by the header sec-fetch-site, which browsers send.
  const { 'sec-fetch-site': site = 'same-origin' } = request.headers
  if (request.method === 'POST' && site !== 'same-origin') throw new Refusal(403)
  const [path] = (request.url ?? '').split('?')
  const name = `${request.method} ${path}`
  if (!Object.hasOwn(routes, name)) throw new Refusal(404)
  return (routes[name] as Routes[string])(request)
}

class Refusal extends Error {
  readonly status: number

  constructor(status: number) {
    super(`Refused with ${status}`)
    this.status = status
  }
}

function toErrorReply(error: Error): Reply {
  if (error instanceof Refusal) return { status: error.status, body: messagePage('Nothing to see here') }
  process.stderr.write(`${error.message}\n`)
  return { status: 500, body: messagePage('That did not work. Please try again in a moment.') }
}

async function bodyOf(request: IncomingMessage, maxBytes: number) {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new Refusal(413)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > maxBytes) throw new Refusal(413)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const cookieOf = ({ headers }: IncomingMessage) =>
  /(?:^|; )application=([0-9a-f-]{36})(?:;|$)/.exec(headers.cookie ?? '')?.[1] ?? ''

const seeOther = (location: string, cookie?: string): Reply => ({
  status: 303,
  headers: { location, ...(cookie && { 'set-cookie': cookie }) },
})

function file(name: string, type: string) {
  const body = readFileSync(new URL(`../public/${name}`, import.meta.url))
  return async () => ({ body, headers: { 'content-type': type } })
}

/** Returns headers that allow scripts and frames only from us and the service, no inline code and no caching. */
const headersFor = (serviceOrigin: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; script-src 'self' ${serviceOrigin}; frame-src ${serviceOrigin}; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'`,
  'permissions-policy': `camera=(self "${serviceOrigin}")`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
})
