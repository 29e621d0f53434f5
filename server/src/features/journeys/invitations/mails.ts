import type { Mail } from '../../../platform/mail/mailer.ts'

// The mail with which a client asks somebody for their income. It does not name the person, since an address can be mistyped, and
// loads nothing from anywhere, so that nobody learns whether it was opened.

export type Language = 'en' | 'cy'

export type Invitation = {
  clientName: string
  brandColour: string | null
  months: number
  link: string
  expiresAt: Date
}

type Texts = {
  subject: string
  greeting: string
  asks: string
  open: string
  shared: string
  agree: string
  until: string
  keep: string
  ignore: string
}

const english = ({ clientName, months, expiresAt }: Invitation): Texts => ({
  subject: `${clientName} asks you to share your income`,
  greeting: 'Hello,',
  asks: `${clientName} asks you for proof of what you earn. You choose how to share it. It takes about three minutes.`,
  open: 'Share your income',
  shared: `What is shared: your pay of the last ${months === 1 ? 'month' : `${months} months`} (employer, pay, tax and deductions, and the details printed beside them), or the papers that you choose to upload.`,
  agree: `Nothing is fetched before you agree. Payproof carries it securely to ${clientName} and to nobody else, and you can withdraw or delete it later.`,
  until: `The link works until ${dayIn('en-GB', expiresAt)}.`,
  keep: 'It is yours alone: whoever has it can open your page, so please do not pass it on.',
  ignore: `If you do not want this or did not expect it, ignore this message: nothing happens without you. If in doubt, ask ${clientName} by a way that you know.`,
})

const welsh = ({ clientName, months, expiresAt }: Invitation): Texts => ({
  subject: `Mae ${clientName} yn gofyn i chi rannu eich incwm`,
  greeting: 'Helo,',
  asks: `Mae ${clientName} yn gofyn am brawf o’r hyn yr ydych yn ei ennill. Chi sy’n dewis sut i’w rannu. Mae’n cymryd tua thri munud.`,
  open: 'Rhannu eich incwm',
  shared: `Beth sy’n cael ei rannu: eich cyflog am ${welshMonths(months)} (cyflogwr, tâl, treth a didyniadau, a’r manylion sydd wedi’u hargraffu wrth eu hymyl), neu’r papurau y byddwch yn dewis eu lanlwytho.`,
  agree: `Ni chaiff dim ei nôl cyn i chi gytuno. Mae Payproof yn ei gludo yn ddiogel i ${clientName} ac i neb arall, a gallwch ei dynnu’n ôl neu ei ddileu yn ddiweddarach.`,
  until: `Mae’r ddolen yn gweithio tan ${dayIn('cy-GB', expiresAt)}.`,
  keep: 'Eich dolen chi yn unig yw hi: gall pwy bynnag sydd â hi agor eich tudalen, felly peidiwch â’i rhannu ag eraill.',
  ignore: `Os nad ydych am wneud hyn, neu os nad oeddech yn ei ddisgwyl, anwybyddwch y neges hon: nid oes dim yn digwydd hebddoch chi. Os ydych yn ansicr, gofynnwch i ${clientName} mewn ffordd sy’n gyfarwydd i chi.`,
})

const welshMonths = (months: number) =>
  months === 1 ? 'y mis diwethaf' : `y ${months} ${months === 2 ? 'fis' : 'mis'} diwethaf`

/** To the minute, in the time of those who read it. */
const dayIn = (locale: string, at: Date) =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/London',
  }).format(at)

export function invitationMail(to: string, language: Language, invitation: Invitation): Mail {
  const texts = (language === 'cy' ? welsh : english)(invitation)
  return {
    to,
    subject: texts.subject,
    text: plain(texts, invitation),
    html: page(language, texts, invitation),
  }
}

const plain = ({ greeting, asks, open, shared, agree, until, keep, ignore }: Texts, { link }: Invitation) =>
  [greeting, asks, `${open}:\n\n  ${link}`, shared, agree, `${until} ${keep}`, ignore]
    .join('\n\n')
    .concat('\n')

function page(language: Language, texts: Texts, { link, brandColour }: Invitation) {
  const fill = brandColour ?? '#1f4fd8'
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escaped(text)}</p>`
  const { subject, greeting, asks, open, shared, agree, until, keep, ignore } = texts
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1a1c20;font:16px/1.5 Arial,sans-serif">
<div style="max-width:560px;margin:0 auto">
${[greeting, asks].map(paragraph).join('\n')}
<p style="margin:0 0 16px"><a href="${escaped(link)}" style="display:inline-block;padding:12px 20px;border:1px solid #1a1c20;border-radius:6px;background:${fill};color:${inkOn(fill)};font-weight:bold;text-decoration:none">${escaped(open)}</a></p>
<p style="margin:0 0 16px;word-break:break-all"><a href="${escaped(link)}" style="color:#1a1c20">${escaped(link)}</a></p>
${[shared, agree, `${until} ${keep}`, ignore].map(paragraph).join('\n')}
</div>
</body>
</html>
`
}

/** Black or white, whichever can be read better on a colour (WCAG 2.2, relative luminance). */
function inkOn(colour: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff'
}

const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => names[character] ?? character)
