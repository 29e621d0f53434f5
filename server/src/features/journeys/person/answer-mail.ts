import type { Mail } from '../../../platform/mail/mailer.ts'

type AnswerMail = { clientName: string; link: string }

/**
 * The mail about an answer to a note, in both languages, because the person's language is not known. It contains neither
 * the note nor the answer, because an address can be mistyped. A native reader should check the Welsh.
 */
export const answerMail = (to: string, { clientName, link }: AnswerMail): Mail => ({
  to,
  subject: `${clientName} answered your note / Mae ${clientName} wedi ateb eich nodyn`,
  text: `Hello,

you told ${clientName} that something in your data is wrong. ${clientName} has answered. Read the answer on your page:

  ${link}

We check that it is you, with your date of birth, your postcode or a code by email.

Helo,

dywedoch wrth ${clientName} fod rhywbeth yn eich data yn anghywir. Mae ${clientName} wedi ateb. Darllenwch yr ateb ar eich tudalen:

  ${link}

Rydym yn gwirio mai chi sydd yno, gyda’ch dyddiad geni, eich cod post neu god drwy e-bost.
`,
})
