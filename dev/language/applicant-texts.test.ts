import { expect, test } from 'vitest'
import { invitationMail, invitationText } from '../../server/src/features/journeys/invitations/mails.ts'
import { reminderMail } from '../../server/src/features/journeys/reminders/mails.ts'
import { reminderPageTexts } from '../../server/src/features/journeys/reminders/pages.ts'
import { returnCodeMail, returnCodeText } from '../../server/src/features/journeys/returning/mails.ts'
import { readingAgeOf, textsIn } from '../../web/journey/texts/review/reading-age.ts'

// Messages and pages for applicants that are written on the server. The screens are tested in web/journey/texts/review.

const maxReadingAge = 9
const client = { clientName: 'Acme', logo: null, brandColour: null }
const reference = 'LOAN-4711'
const link = { link: '', expiresAt: new Date('2026-06-15T09:00:00Z') }
const code = { ...client, code: '123456' }

const texts = {
  'invitation by email': [invitationMail('', 'en', { ...client, ...link, reference, months: 3 }).text],
  'invitation by text message': [invitationText('', 'en', { ...client, ...link, reference, months: 3 }).text],
  reminder: [reminderMail('', 'en', { ...client, ...link, reference, stopLink: '' }).text],
  'page that stops reminders': textsIn(reminderPageTexts('en', 'Acme')),
  'code by email': [returnCodeMail('', 'en', code).text],
  'code by text message': [returnCodeText('', 'en', code).text],
}

test.each(Object.entries(texts))('%s: reading age of at most 9', (_name, lines) => {
  const sentences = lines.flatMap((text) => text.split('\n')).filter((text) => text.trim() !== '')
  expect(readingAgeOf(sentences)).toBeLessThanOrEqual(maxReadingAge)
})
