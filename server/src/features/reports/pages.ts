import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Tenancy } from '../../platform/database/tenancy.ts'
import { publicAccess } from '../../platform/http/caller.ts'
import { filePolicy } from '../../platform/http/response-headers.ts'
import type { Server } from '../../platform/http/server.ts'
import { sendWebFile, type WebFiles } from '../../platform/http/static-files.ts'
import { notFound } from '../../platform/problem.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import { openLink, sharedReportPath } from './links.ts'
import { createPdf, type ReportDeps } from './service.ts'

type ReportPageDeps = Pick<ReportDeps, 'attestations' | 'logos' | 'baseUrl'> & {
  database: Tenancy
  keyring: Keyring
  files: WebFiles
}

const hidden = { config: { access: publicAccess }, schema: { hide: true } } as const
/** Each opening renders a PDF, and codes must not be guessed, so reads count towards the rate limit of the address. */
const limited = { config: { access: publicAccess, limitsReads: true }, schema: { hide: true } } as const

const Code = z.string().regex(/^[\w-]{43}$/)

/** Serves shared reports, and the page that the QR code of a report points to. */
export async function reportPageRoutes(server: Server, { files, ...deps }: ReportPageDeps) {
  server.get(`${sharedReportPath}:code`, limited, async (request, reply) => {
    const code = Code.safeParse((request.params as { code: string }).code)
    const opened = code.success ? await openLink(deps, request.id, code.data) : 'unknown'
    if (opened === 'unknown') return sendMessage(reply, 404, 'There is no report at this address.')
    if (opened === 'ended')
      return sendMessage(reply, 410, 'This link has expired or was revoked. Ask the sender for a new one.')
    return reply
      .headers({
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="income-report-${opened.report.report_id}.pdf"`,
        'content-security-policy': filePolicy,
        'x-robots-tag': 'noindex, nofollow, noarchive',
      })
      .send(await createPdf(deps, opened))
  })

  const page = files.get('verify/index.html')?.plain
  server.get('/verify-report', hidden, async (_request, reply) => {
    if (!page) return sendMessage(reply, 503, notBuilt)
    return reply
      .headers({ 'content-security-policy': verifyPagePolicy, 'x-robots-tag': 'noindex' })
      .type(html)
      .send(page)
  })

  server.get('/verify-report/assets/*', hidden, async (request, reply) => {
    const name = (request.params as { '*': string })['*']
    const file = files.get(`verify/assets/${name}`)
    if (!file) throw notFound('File', name.slice(0, 200))
    // Asset names are content hashes, so assets are cached forever.
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    return sendWebFile(request, reply, file)
  })
}

/** The page loads our scripts and keys and cannot send the file anywhere else. */
const verifyPagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const notBuilt =
  'The pages have not been built. Run <code>npm run build</code> and restart the API, or verify the file with ' +
  '<code>payproof verify-report FILE</code>.'

const html = 'text/html; charset=utf-8'

const sendMessage = (reply: FastifyReply, status: number, text: string) =>
  reply.code(status).header('x-robots-tag', 'noindex').type(html).send(messagePage(text))

const messagePage = (text: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Income report</title></head>
<body><main><h1>Income report</h1><p>${text}</p></main></body>
</html>
`
