import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { parseArgs } from 'node:util'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerEnvelope } from 'smtp-server'
import { type CaughtMail, inboxPage } from './smtp-inbox-page.ts'

const MAX_MAILS = 1000
const MAIL_LIMIT_BYTES = 1024 * 1024

const { values } = parseArgs({
  options: {
    'smtp-port': { type: 'string' },
    'inbox-port': { type: 'string' },
    'inbox-host': { type: 'string', default: '127.0.0.1' },
    // The folder identifies the process, so that a later start can find it after a crash.
    folder: { type: 'string' },
  },
})

const mails: CaughtMail[] = []
let lastSeq = 0

const receiver = new SMTPServer({
  name: 'localhost',
  size: MAIL_LIMIT_BYTES,
  authOptional: true,
  allowInsecureAuth: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anonymous' }),
  onData: (stream, session, done) => {
    receive(stream, session.envelope).then(
      (seq) => done(null, `stored as ${seq}`),
      (error: Error) => done(error),
    )
  },
})
receiver.on('error', (error) => {
  process.stderr.write(`smtp: ${error.stack ?? error.message}\n`)
  // The server survives client disconnects, but exits if the port is taken.
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') process.exit(1)
})

const inbox = createServer(answer)
receiver.listen(Number(values['smtp-port']), '127.0.0.1', () => {
  inbox.listen(Number(values['inbox-port']), values['inbox-host'])
})

async function receive(stream: SMTPServerDataStream, envelope: SMTPServerEnvelope): Promise<number> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) {
    if (!stream.sizeExceeded) chunks.push(chunk as Buffer)
  }
  if (stream.sizeExceeded) {
    throw Object.assign(new Error(`the mail is larger than ${MAIL_LIMIT_BYTES} bytes`), { responseCode: 552 })
  }
  const parsed = await PostalMime.parse(Buffer.concat(chunks))
  const seq = ++lastSeq
  mails.push({
    seq,
    from: parsed.from?.address ?? (envelope.mailFrom ? envelope.mailFrom.address : ''),
    // Recipients are those of the envelope, not of the header, because they include blind copies.
    to: envelope.rcptTo.map((recipient) => recipient.address),
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html ?? '',
    attachments: parsed.attachments.map(({ contentId, mimeType, content }) => ({
      contentId: contentId ?? null,
      type: mimeType,
      bytes: typeof content === 'string' ? content.length : content.byteLength,
    })),
    headers: Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value])),
    receivedAt: new Date().toISOString(),
  })
  mails.splice(0, Math.max(0, mails.length - MAX_MAILS))
  return seq
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  // Prevents DNS rebinding: a foreign host name that resolves to this machine must not be able to read mail.
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '')) {
    response.writeHead(403).end()
    return
  }
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const route = `${request.method} ${url.pathname}`
  if (route === 'GET /') {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    })
    response.end(inboxPage(mails))
  } else if (route === 'GET /messages') {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ messages: select(url.searchParams) }))
  } else if (route === 'DELETE /messages') {
    mails.length = 0
    response.writeHead(204).end()
  } else {
    response.writeHead(404).end()
  }
}

function select(query: URLSearchParams): CaughtMail[] {
  const to = query.get('to')?.toLowerCase()
  const after = Number(query.get('after') ?? 0)
  return mails.filter(
    (mail) => mail.seq > after && (!to || mail.to.some((address) => address.toLowerCase() === to)),
  )
}
