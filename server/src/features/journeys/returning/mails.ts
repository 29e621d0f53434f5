import type { Mail } from '../../../platform/mail/mailer.ts'
import type { TextMessage } from '../../../platform/mail/text-messages.ts'
import type { MailLanguage } from '../invitations/mails.ts'

type ReturnMail = { code: string; clientName: string }

const english = ({ code, clientName }: ReturnMail) => ({
  subject: `Your code for ${clientName} is ${code}`,
  text: `Hello,

your code is ${code}. It opens the page with the data you shared with ${clientName}. It works once, for 10 minutes.

We never ask for this code by phone. If you did not ask for it, ignore this message: nothing happens without it.
`,
})

// For a native reader to check, as the texts of the journey that `npm run journey:texts` lists.
const welsh = ({ code, clientName }: ReturnMail) => ({
  subject: `Eich cod ar gyfer ${clientName} yw ${code}`,
  text: `Helo,

eich cod yw ${code}. Mae’n agor y dudalen gyda’r data a rannoch gyda ${clientName}. Mae’n gweithio unwaith, am 10 munud.

Nid ydym byth yn gofyn am y cod hwn dros y ffôn. Os na wnaethoch ofyn amdano, anwybyddwch y neges hon: nid oes dim yn digwydd hebddo.
`,
})

/** The mail with a one-time code. It names neither the person nor what they shared, because an address can be mistyped. */
export const returnCodeMail = (to: string, language: MailLanguage, content: ReturnMail): Mail => ({
  to,
  ...(language === 'cy' ? welsh : english)(content),
})

/** The code as a text message. It begins with the code, which phones show and fill in. */
export const returnCodeText = (
  to: string,
  language: MailLanguage,
  { code, clientName }: ReturnMail,
): TextMessage => ({
  to,
  text:
    language === 'cy'
      ? `${code} yw eich cod ar gyfer y data a rannoch gyda ${clientName}. Mae’n gweithio am 10 munud. Nid ydym byth yn gofyn amdano dros y ffôn.`
      : `${code} is your code for the data you shared with ${clientName}. It works for 10 minutes. We never ask for it by phone.`,
})
