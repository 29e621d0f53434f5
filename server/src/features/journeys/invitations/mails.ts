import { escapeHtml } from '../../../platform/html.ts'
import { logoPlace } from '../../../platform/mail/mail-logo.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import type { TextMessage } from '../../../platform/mail/text-messages.ts'

// The mail in which a client asks an applicant for proof of income. It does not name the applicant, because an
// address can be mistyped, and loads no external resources, so that opening it cannot be tracked.

/** Colour of buttons for a client that has chosen none. */
export const defaultColour = '#1f4fd8'

export type MailLanguage = 'en' | 'cy'

export type Invitation = {
  clientName: string
  /** URL of the client's logo. */
  logo: string | null
  brandColour: string | null
  /** Reference that is known to both the applicant and the client. */
  reference: string
  months: number
  link: string
  expiresAt: Date
  /** Documents that the mail asks for. Undefined: the whole journey. */
  request?: { kind: 'payslips' | 'bank_statements'; months: string[] } | undefined
}

type Texts = {
  subject: string
  greeting: string
  asks: string
  reference: string
  open: string
  shared: string
  agree: string
  until: string
  keep: string
  ignore: string
}

const english = ({ clientName, reference, months, expiresAt, request }: Invitation): Texts => ({
  subject: `${clientName} asks you to share your income`,
  greeting: 'Hello,',
  asks: request
    ? `${clientName} still needs your ${request.kind === 'payslips' ? 'payslips' : 'bank statements'} for: ${formatMonths('en-GB', request.months)}. The link opens the page where you can upload them.`
    : `${clientName} asks you for proof of your income. You choose how to share it. It takes about three minutes.`,
  reference: `Your reference: ${reference}`,
  open: 'Share your income',
  shared: `What you share: your pay for the last ${months === 1 ? 'month' : `${months} months`} (employer, pay, tax, deductions and the other details on your payslips), or the documents you choose to upload.`,
  agree: `We collect nothing before you agree. Payproof sends it securely to ${clientName} and no one else. You can stop sharing or delete your data later.`,
  until: `The link works until ${formatTime('en-GB', expiresAt)}.`,
  keep: 'Please do not forward it: anyone with the link can open your page.',
  ignore: `If you do not want to share your income, or were not expecting to be asked, ignore this message: nothing happens unless you agree. If in doubt, contact ${clientName} using details you already have.`,
})

const welsh = ({ clientName, reference, months, expiresAt, request }: Invitation): Texts => ({
  subject: `Mae ${clientName} yn gofyn i chi rannu eich incwm`,
  greeting: 'Helo,',
  asks: request
    ? `Mae ar ${clientName} angen eich ${request.kind === 'payslips' ? 'slipiau cyflog' : 'cyfriflenni banc'} o hyd ar gyfer: ${formatMonths('cy-GB', request.months)}. Mae’r ddolen yn agor y dudalen lle gallwch eu lanlwytho.`
    : `Mae ${clientName} yn gofyn am brawf o’r hyn yr ydych yn ei ennill. Chi sy’n dewis sut i’w rannu. Mae’n cymryd tua thri munud.`,
  reference: `Eich cyfeirnod: ${reference}`,
  open: 'Rhannu eich incwm',
  shared: `Beth sy’n cael ei rannu: eich cyflog am ${welshMonths(months)} (cyflogwr, tâl, treth a didyniadau, a’r manylion sydd wedi’u hargraffu wrth eu hymyl), neu’r papurau y byddwch yn dewis eu lanlwytho.`,
  agree: `Ni chaiff dim ei nôl cyn i chi gytuno. Mae Payproof yn ei gludo yn ddiogel i ${clientName} ac i neb arall. Gallwch roi’r gorau i rannu, neu ddileu eich data, yn ddiweddarach.`,
  until: `Mae’r ddolen yn gweithio tan ${formatTime('cy-GB', expiresAt)}.`,
  keep: 'Eich dolen chi yn unig yw hi: gall pwy bynnag sydd â hi agor eich tudalen, felly peidiwch â’i rhannu ag eraill.',
  ignore: `Os nad ydych am wneud hyn, neu os nad oeddech yn ei ddisgwyl, anwybyddwch y neges hon: nid oes dim yn digwydd hebddoch chi. Os ydych yn ansicr, gofynnwch i ${clientName} mewn ffordd sy’n gyfarwydd i chi.`,
})

const welshMonths = (months: number) =>
  months === 1 ? 'y mis diwethaf' : `y ${months} ${months === 2 ? 'fis' : 'mis'} diwethaf`

/** `2026-03`, `2026-04` → `March 2026, April 2026`. */
const formatMonths = (locale: string, months: readonly string[]) =>
  months
    .map((month) =>
      new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
        new Date(`${month}-01T12:00:00Z`),
      ),
    )
    .join(', ')

/** Formats a time to the minute, in UK time. */
export const formatTime = (locale: string, at: Date) =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/London',
  }).format(at)

export function invitationMail(to: string, language: MailLanguage, invitation: Invitation): Mail {
  const texts = (language === 'cy' ? welsh : english)(invitation)
  return {
    to,
    subject: texts.subject,
    text: renderText(texts, invitation),
    html: renderHtml(language, texts, invitation),
    ...(invitation.logo && { logo: invitation.logo }),
  }
}

/** The text message of an invitation: short, so that it is few parts, with the link at its end. */
export const invitationText = (
  to: string,
  language: MailLanguage,
  { clientName, reference, link, expiresAt }: Invitation,
): TextMessage => ({
  to,
  text:
    language === 'cy'
      ? `Mae ${clientName} yn gofyn i chi rannu eich incwm. Nid oes dim yn cael ei rannu cyn i chi gytuno. Cyfeirnod: ${reference}. Eich dolen, tan ${formatDay('cy-GB', expiresAt)}: ${link}`
      : `${clientName} asks you to share your income. Nothing is shared before you agree. Reference: ${reference}. Your link, until ${formatDay('en-GB', expiresAt)}: ${link}`,
})

const formatDay = (locale: string, at: Date) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'Europe/London' }).format(at)

const renderText = (
  { greeting, asks, reference, open, shared, agree, until, keep, ignore }: Texts,
  { link }: Invitation,
) =>
  [greeting, asks, reference, `${open}:\n\n  ${link}`, shared, agree, `${until} ${keep}`, ignore]
    .join('\n\n')
    .concat('\n')

const renderHtml = (language: MailLanguage, texts: Texts, { clientName, link, brandColour }: Invitation) =>
  renderMailPage({
    language,
    subject: texts.subject,
    clientName,
    brandColour,
    before: [texts.greeting, texts.asks, texts.reference],
    button: { text: texts.open, link },
    after: [texts.shared, texts.agree, `${texts.until} ${texts.keep}`, texts.ignore],
  })

type MailPage = {
  language: MailLanguage
  subject: string
  clientName: string
  brandColour: string | null
  before: string[]
  button: { text: string; link: string }
  after: string[]
  footer?: { text: string; link: string }
}

/** Renders a mail to an applicant: the client's logo and name, paragraphs, a button in the client's colour with its link as text, more paragraphs. */
export function renderMailPage(page: MailPage) {
  const { language, subject, clientName, brandColour, before, button, after, footer } = page
  const fill = brandColour ?? defaultColour
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
  const { text, link } = button
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1a1c20;font:16px/1.5 Arial,sans-serif">
<div style="max-width:560px;margin:0 auto">
<div style="margin:0 0 24px;font-size:18px;font-weight:bold">${logoPlace}${escapeHtml(clientName)}</div>
${before.map(paragraph).join('\n')}
<p style="margin:0 0 16px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border:1px solid #1a1c20;border-radius:6px;background:${fill};color:${textColourOn(fill)};font-weight:bold;text-decoration:none">${escapeHtml(text)}</a></p>
<p style="margin:0 0 16px;word-break:break-all"><a href="${escapeHtml(link)}" style="color:#1a1c20">${escapeHtml(link)}</a></p>
${after.map(paragraph).join('\n')}
${footer ? `<p style="margin:0 0 16px"><a href="${escapeHtml(footer.link)}" style="color:#1a1c20">${escapeHtml(footer.text)}</a></p>\n` : ''}</div>
</body>
</html>
`
}

/** Returns black or white, whichever contrasts better with the colour (WCAG 2.2, relative luminance). */
export function textColourOn(colour: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff'
}
