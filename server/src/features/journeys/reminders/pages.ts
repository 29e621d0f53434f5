import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Tenancy } from '../../../platform/database/tenancy.ts'
import { escapeHtml } from '../../../platform/html.ts'
import { publicAccess } from '../../../platform/http/caller.ts'
import type { Server } from '../../../platform/http/server.ts'
import type { Keyring } from '../../../platform/secrets/keyring.ts'
import { defaultColour, type MailLanguage, textColourOn } from '../invitations/mails.ts'
import type { SentReminder } from './queries.ts'
import { findStopLink, stopPath, stopReminders } from './reminders.ts'

// Codes must not be guessed, so reads count towards the rate limit of the address.
const limited = { config: { access: publicAccess, limitsReads: true }, schema: { hide: true } } as const

const Code = z.string().regex(/^[\w-]{43}$/)

/**
 * The stop link of a reminder. Opening it changes nothing, because mail scanners open links: the button of the page
 * posts, and so do mail programs that support one-click unsubscription (RFC 8058).
 */
export async function reminderPageRoutes(server: Server, deps: { database: Tenancy; keyring: Keyring }) {
  // Forms and mail programs send `List-Unsubscribe=One-Click`, which says no more than the address.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxFormBytes }, (_request, _bytes, done) =>
    done(null, undefined),
  )

  server.get(`${stopPath}:code`, limited, async (request, reply) => {
    const code = codeOf(request)
    const reminder = code && (await findStopLink(deps.database, code))
    if (!reminder) return sendPage(request, reply, 404, 'unknown')
    return sendPage(request, reply, 200, reminder.isStopped ? 'stopped' : 'ask', reminder)
  })

  server.post(`${stopPath}:code`, limited, async (request, reply) => {
    const code = codeOf(request)
    const reminder = code && (await stopReminders(deps, { code, requestId: request.id }))
    if (!reminder) return sendPage(request, reply, 404, 'unknown')
    return sendPage(request, reply, 200, 'stopped', reminder)
  })
}

const maxFormBytes = 4_096

const codeOf = ({ params }: FastifyRequest) => Code.safeParse((params as { code: string }).code).data

type PageKind = 'ask' | 'stopped' | 'unknown'
type PageTexts = Record<PageKind, { title: string; paragraphs: string[] }> & { stop: string }

const english = (client: string): PageTexts => ({
  ask: {
    title: 'Stop reminders?',
    paragraphs: [
      `You get reminders because ${client} asked you to share your income.`,
      'You can stop them here. The link in your email still works, so you can share your income later.',
    ],
  },
  stopped: {
    title: 'Reminders stopped',
    paragraphs: [
      'We will not send you any more reminders.',
      `${client} can see that you stopped them. You can still use the link in your email to share your income.`,
      'You can close this page.',
    ],
  },
  unknown: {
    title: 'This link has ended',
    paragraphs: ['We send no reminders from this link any more. You can close this page.'],
  },
  stop: 'Stop reminders',
})

// For a native reader to check, as the texts of the journey that `npm run journey:texts` lists.
const welsh = (client: string): PageTexts => ({
  ask: {
    title: 'Stopio’r nodiadau atgoffa?',
    paragraphs: [
      `Rydych yn cael nodiadau atgoffa am fod ${client} wedi gofyn i chi rannu eich incwm.`,
      'Gallwch eu stopio yma. Mae’r ddolen yn eich e-bost yn dal i weithio, felly gallwch rannu eich incwm yn nes ymlaen.',
    ],
  },
  stopped: {
    title: 'Mae’r nodiadau atgoffa wedi stopio',
    paragraphs: [
      'Ni fyddwn yn anfon rhagor o nodiadau atgoffa atoch.',
      `Gall ${client} weld eich bod wedi eu stopio. Gallwch ddefnyddio’r ddolen yn eich e-bost o hyd i rannu eich incwm.`,
      'Gallwch gau’r dudalen hon.',
    ],
  },
  unknown: {
    title: 'Mae’r ddolen hon wedi dod i ben',
    paragraphs: ['Nid ydym yn anfon nodiadau atgoffa o’r ddolen hon bellach. Gallwch gau’r dudalen hon.'],
  },
  stop: 'Stopio’r nodiadau atgoffa',
})

/** The texts of the page, for the check of its reading age. */
export const reminderPageTexts = (language: MailLanguage, client: string) =>
  (language === 'cy' ? welsh : english)(client)

type Brand = Pick<SentReminder, 'clientName' | 'brandColour'>

const noBrand: Brand = { clientName: '', brandColour: null }

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  kind: PageKind,
  brand = noBrand,
) {
  const isWelsh = (request.query as { language?: string }).language === 'cy'
  const style = styleFor(brand)
  return reply
    .code(status)
    .headers({ 'content-security-policy': policyFor(style), 'x-robots-tag': 'noindex' })
    .type('text/html; charset=utf-8')
    .send(renderPage(isWelsh ? 'cy' : 'en', kind, brand.clientName, style))
}

function renderPage(language: MailLanguage, kind: PageKind, client: string, style: string) {
  const texts = reminderPageTexts(language, client)
  const { title, paragraphs } = texts[kind]
  const form = `<form method="post"><button>${escapeHtml(texts.stop)}</button></form>`
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(client ? `${title} – ${client}` : title)}</title><style>${style}</style></head>
<body>${client ? `<header>${escapeHtml(client)}</header>` : ''}
<main><h1>${escapeHtml(title)}</h1>
${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
${kind === 'ask' ? form : ''}</main></body>
</html>
`
}

// The page has no script and loads nothing, so that it works in any mail program.
const styleFor = ({ brandColour }: Brand) => `:root{color-scheme:light dark}
body{margin:0;font:1.0625rem/1.5 system-ui,sans-serif;background:Canvas;color:CanvasText;overflow-wrap:anywhere}
header{padding:1rem;border-bottom:1px solid color-mix(in srgb,CanvasText 20%,Canvas);font-weight:600}
header,main{box-sizing:border-box}
main{max-width:36rem;margin:0 auto;padding:1.5rem 1rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 1rem}
p{margin:0 0 1rem}
button{font:inherit;font-weight:600;min-height:3rem;padding:.75rem 1.5rem;width:100%;border:1px solid CanvasText;border-radius:.5rem;background:${brandColour ?? defaultColour};color:${textColourOn(brandColour ?? defaultColour)};cursor:pointer}
button:focus-visible{outline:3px solid CanvasText;outline-offset:3px}`

const policyFor = (style: string) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
