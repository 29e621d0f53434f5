import type { Mail } from '../../../platform/mail/mailer.ts'
import { formatTime, type MailLanguage, renderMailPage } from '../invitations/mails.ts'

export type Reminder = {
  clientName: string
  logo: string | null
  reference: string
  brandColour: string | null
  link: string
  expiresAt: Date
  stopLink: string
}

type Texts = {
  subject: string
  greeting: string
  asks: string
  reference: string
  open: string
  shared: string
  until: string
  unwanted: string
  stop: string
}

const english = ({ clientName, reference, expiresAt }: Reminder): Texts => ({
  subject: `Reminder: ${clientName} asks you to share your income`,
  greeting: 'Hello,',
  asks: `${clientName} asked you for proof of your income. You have not shared it yet. It takes about three minutes.`,
  reference: `Your reference: ${reference}`,
  open: 'Share your income',
  shared: `We collect nothing before you agree. If you have started, you can pick up where you left off.`,
  until: `The link works until ${formatTime('en-GB', expiresAt)}. Please do not forward it: anyone with the link can open your page.`,
  unwanted: `If you do not want to share your income, you do not have to do anything. If in doubt, contact ${clientName} using details you already have.`,
  stop: 'Stop these reminders',
})

// For a native reader to check, as the texts of the journey that `npm run journey:texts` lists.
const welsh = ({ clientName, reference, expiresAt }: Reminder): Texts => ({
  subject: `Nodyn atgoffa: mae ${clientName} yn gofyn i chi rannu eich incwm`,
  greeting: 'Helo,',
  asks: `Gofynnodd ${clientName} i chi am brawf o’ch incwm. Nid ydych wedi ei rannu eto. Mae’n cymryd tua thri munud.`,
  reference: `Eich cyfeirnod: ${reference}`,
  open: 'Rhannu eich incwm',
  shared: 'Nid ydym yn casglu dim cyn i chi gytuno. Os ydych wedi dechrau, gallwch barhau o’r un lle.',
  until: `Mae’r ddolen yn gweithio tan ${formatTime('cy-GB', expiresAt)}. Peidiwch â’i hanfon ymlaen: gall unrhyw un sydd â’r ddolen agor eich tudalen.`,
  unwanted: `Os nad ydych am rannu eich incwm, nid oes angen i chi wneud dim. Os ydych yn ansicr, cysylltwch â ${clientName} gan ddefnyddio manylion sydd gennych eisoes.`,
  stop: 'Stopio’r nodiadau atgoffa hyn',
})

/** The mail that reminds a person of an invitation. Mail programs show its List-Unsubscribe header as a button (RFC 8058). */
export function reminderMail(to: string, language: MailLanguage, reminder: Reminder): Mail {
  const texts = (language === 'cy' ? welsh : english)(reminder)
  const { subject, greeting, asks, reference, open, shared, until, unwanted, stop } = texts
  const { clientName, logo, link, stopLink, brandColour } = reminder
  return {
    to,
    subject,
    text: `${[greeting, asks, reference, `${open}:\n\n  ${link}`, shared, until, unwanted, `${stop}:\n\n  ${stopLink}`].join('\n\n')}\n`,
    html: renderMailPage({
      language,
      subject,
      clientName,
      brandColour,
      before: [greeting, asks, reference],
      button: { text: open, link },
      after: [shared, until, unwanted],
      footer: { text: stop, link: stopLink },
    }),
    ...(logo && { logo }),
    headers: {
      'List-Unsubscribe': `<${stopLink}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
