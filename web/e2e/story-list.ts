/**
 * Twenty people and how each of them gets where they want. Each is one test named `story N: …` in `story-*.test.ts`, with the
 * real service, sandbox and browser. With the variable STORY_SCREENSHOTS, each screen is saved to that folder.
 */
export const storyTitles = [
  'connects payroll and returns to the lender',
  'answers a second factor after a wrong code',
  'has a locked login and sends a payslip instead',
  'finds the provider down, tries again when it is back, and connects',
  'picks the wrong employer, goes back, and connects the right one',
  'sends payslips, a bank statement and a wrong file in one go',
  'takes a photo of a payslip',
  'sees which months are missing and adds them',
  'starts on a phone and finishes on another device',
  'withdraws consent after sharing',
  'disputes what was found and reads the answer of the lender',
  'deletes everything that was shared',
  'opens an expired link and comes back with a code by text message',
  'shares inside the page of the lender',
  'loses the network in the middle and carries on',
  'goes through the journey in Welsh',
  'does not find their employer and sends a payslip instead',
  'does not have the documents and says why',
  'starts on a desktop and continues on a phone by QR code',
  'was invited, gets a reminder, and stops reminders',
] as const
