import type { View } from '../../embed/src/events.ts'
import { type Plural, say, sayCount } from '../journey/texts/say.ts'
import type { Walk } from './walk.ts'
import type { E2ePerson } from './world.ts'

// Steps that people take in the journey. At each `walk.at`, the caller may inspect the screen.

export const providers = {
  payroll: 'Fennelgate Payroll',
  portal: 'Quaymoss Staff Portal',
  cloud: 'Cirrusfold',
  taxauth: 'HMRC',
  bank: 'Pebble Bank',
} as const

/** Goes from the link to the choice of a source. */
export async function agree(walk: Walk, link: string) {
  await walk.open(link)
  await agreeInOpenJourney(walk)
}

/** Does the same as `agree` in a journey that is already open. */
export async function agreeInOpenJourney(walk: Walk) {
  const { texts: t } = walk
  await walk.at('welcome')
  await walk.press(t.welcome.start)
  await walk.at('consent')
  await walk.press(t.consent.agree)
  await walk.at('source')
}

/** Opens the safety sheet on the source screen, reads it from its title, and closes it. */
export async function readSafetySheet(walk: Walk) {
  const { texts: t, page } = walk
  await walk.press(t.trust.title)
  await walk.at('source', 'safety', { fleeting: true })
  const sheet = page.getByRole('dialog', { name: t.trust.title })
  const title = await sheet.getByRole('heading').boundingBox()
  if (!title || title.y < 0) walk.faults.push('safety: the sheet does not open at its title')
  await walk.press(t.trust.close)
  await sheet.waitFor({ state: 'detached' })
}

/** Goes from the source screen to a provider's screen by searching for the provider. */
export async function chooseProvider(walk: Walk, name: string) {
  const { texts: t } = walk
  await walk.press(walk.tile(t.source.payroll))
  await walk.at('employer')
  await walk.fill(t.employer.search, name.slice(0, 6).toLowerCase())
  await walk.press(walk.tile(name))
  await walk.at('provider')
}

export async function goToLogin(walk: Walk, name: string) {
  await chooseProvider(walk, name)
  await walk.press(walk.texts.provider.continue)
  await walk.at('login')
}

/** Signs in at the provider. The password selects the sandbox's behaviour. */
export async function signIn(walk: Walk, userName: string, password: string) {
  const { texts: t } = walk
  await walk.fill(t.login.userName, userName)
  await walk.fill(t.login.password, password)
  await walk.press(t.login.submit)
}

export type Factor = 'code' | 'date' | 'chars'

export async function answerFactor(walk: Walk, factor: Factor, { truth }: E2ePerson) {
  const { texts: t } = walk
  const { code, memorable_date, memorable_word } = truth.sign_in
  await walk.until('second_factor')
  if (factor === 'code') await walk.fill(t.mfa.code, code)
  if (factor === 'date') await walk.fill(t.mfa.date, asBritish(memorable_date))
  if (factor === 'chars')
    for (const box of await walk.page.locator('main input').all()) {
      const position = Number(/\d+/.exec((await box.getAttribute('name')) ?? '')?.[0])
      await walk.fill(box, memorable_word[position - 1] ?? '')
    }
  await walk.press(t.mfa.submit)
}

const asBritish = (day: string) => day.split('-').reverse().join('/')

/** Goes from the review screen to the end without adding sources. */
export async function finish(walk: Walk) {
  const { texts: t } = walk
  await walk.at('review')
  await walk.press(t.review.confirm)
  await walk.at('more')
  await walk.press(t.more.finish)
  await walk.at('done')
}

/** Signs in on a provider's own pages, which are not inspected. */
export async function signInAtProvider(
  { page }: Walk,
  { userName, truth }: E2ePerson,
  { password = 'pass', decision = 'Allow' }: { password?: string; decision?: 'Allow' | 'Refuse' } = {},
) {
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const answer = page.locator('input[name="answer"]')
  const decide = page.getByRole('button', { name: decision })
  await answer.or(decide).waitFor()
  if (await answer.isVisible()) {
    await answer.fill(truth.sign_in.code)
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  await decide.click()
}

/** Screens that every story passes: from the link to the login, and the last screens. */
export const commonViews: View[] = [
  'welcome',
  'consent',
  'source',
  'employer',
  'provider',
  'login',
  'second_factor',
  'progress',
  'review',
  'more',
  'done',
]

/** Chooses a source other than payroll, once it is shown. */
export async function chooseSource(
  walk: Walk,
  source: 'direct' | 'bank' | 'taxauth' | 'payslips' | 'bank_statements',
) {
  await walk.until('source')
  await walk.press(walk.tile(walk.texts.source[source]))
}

/** Enters the required details, goes to HMRC's pages and returns. */
export async function connectTaxAuthority(walk: Walk, person: E2ePerson) {
  const { unique_tax_reference, ni_number } = person.truth.identity
  await agree(walk, person.link)
  await chooseSource(walk, 'taxauth')
  await walk.at('provider', 'provider-tax')
  await walk.press(walk.texts.common.continue)
  await walk.at('login', 'login-tax')
  await walk.fill('Unique tax reference', unique_tax_reference)
  await walk.fill('National Insurance number', ni_number)
  const { login, common } = walk.texts
  await walk.press(walk.button(login.submitAway, { provider: common.taxAuthority }))
  await signInAtProvider(walk, person)
}

export type BankDecision = { password?: string; decision?: 'Allow' | 'Refuse' }

/** Decides on the bank's own page, which is not inspected. */
export async function decideAtBank(
  { page }: Walk,
  { userName }: E2ePerson,
  { password = 'pass', decision = 'Allow' }: BankDecision = {},
) {
  const decide = page.getByRole('button', { name: decision })
  await decide.waitFor()
  if (decision === 'Allow') {
    await page.getByLabel('User name').fill(userName)
    await page.getByLabel('Password').fill(password)
  }
  await decide.click()
}

/** Goes to a provider's pages, back with the browser's button, there again, and declines. */
export async function refuseAtProvider(walk: Walk, person: E2ePerson, sandboxUrl: string) {
  const { page, texts: t } = walk
  const at = { provider: providers.cloud }
  await agree(walk, person.link)
  await chooseProvider(walk, providers.cloud)
  await walk.press(walk.button(t.provider.continueAway, at))
  await page.waitForURL(`${sandboxUrl}/**`)
  await page.goBack()
  await walk.at('away')
  await walk.press(walk.link(say(t.away.continueAt, at)))
  await signInAtProvider(walk, person, { decision: 'Refuse' })
}

export type StoryDocument = { name: string; bytes: Buffer }

/** Selects files through the file input; photos use the same input. By keyboard, through the button and the file picker. */
export async function chooseDocuments(
  walk: Walk,
  documents: StoryDocument[],
  input: 'files' | 'camera' = 'files',
) {
  const { page, texts } = walk
  const files = documents.map(({ name, bytes }) => ({
    name,
    mimeType: name.endsWith('.jpg') ? 'image/jpeg' : 'application/pdf',
    buffer: bytes,
  }))
  if (!walk.byKeyboard) return page.locator(`input[name="${input}"]`).setInputFiles(files)
  const { choose, chooseMore, takePhoto, choosePhotos } = texts.documents
  const [first, second] = input === 'files' ? [choose, chooseMore] : [takePhoto, choosePhotos]
  const button = walk.button(first).or(walk.button(second)).first()
  const [picker] = await Promise.all([page.waitForEvent('filechooser'), walk.press(button)])
  return picker.setFiles(files)
}

/** Drags files onto the page and drops them. */
export async function dropDocuments({ page }: Walk, documents: StoryDocument[]) {
  const files = documents.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }))
  const dataTransfer = await page.evaluateHandle(`(() => {
    const carried = new DataTransfer()
    for (const { name, base64 } of ${JSON.stringify(files)})
      carried.items.add(new File([Uint8Array.fromBase64(base64)], name, { type: 'application/pdf' }))
    return carried
  })()`)
  for (const event of ['dragover', 'drop']) await page.locator('main').dispatchEvent(event, { dataTransfer })
}

/** Has the uploads read once all have arrived, for the review before they are sent. */
export async function checkDocuments(walk: Walk, count: number) {
  const { submit, reviewTitle } = walk.texts.documents
  await walk.press(countedText(submit, count))
  await walk.see(reviewTitle)
}

/** Returns a text with a count. Only the Welsh texts have more forms than the English ones. */
export function countedText(forms: Plural, count: number) {
  const language = 'few' in forms || 'two' in forms ? 'cy' : 'en'
  return sayCount(language, forms, count)
}

/** Has the uploads read, and sends them after the review. */
export async function shareDocuments(walk: Walk, count: number) {
  await checkDocuments(walk, count)
  await walk.press(walk.page.getByRole('button', { name: sendText(walk) }))
}

/** The button that sends the reviewed files, to any client. */
export const sendText = ({ texts: { documents } }: Walk) =>
  new RegExp(`^${RegExp.escape(documents.send.split('{client}')[0] ?? '')}`)

/**
 * Waits for the reply to the submitted files. Files that were all used as they were reviewed lead on to the next screen
 * at once. Returns false if the files are still being read, as they can be on a busy machine.
 */
export async function waitForDocuments({ page, texts: { documents } }: Walk) {
  const nextScreen = page.locator('[data-view="more"]')
  await nextScreen.or(page.getByText(documents.laterTitle)).first().waitFor()
  return nextScreen.isVisible()
}
