import type { View } from '../embed/events.ts'
import { say } from '../journey/texts/say.ts'
import type { Walk } from './walk.ts'
import type { E2ePerson } from './world.ts'

// The steps people take. At each `at`, the caller may inspect the screen.

export const providers = {
  payroll: 'Fennelgate Payroll',
  portal: 'Quaymoss Staff Portal',
  cloud: 'Cirrusfold',
  taxauth: 'The tax authority',
} as const

/** From the link to the choice of a source. */
export async function agree(walk: Walk, link: string) {
  await walk.open(link)
  await agreeThere(walk)
}

/** The same in a journey that is already open. */
export async function agreeThere(walk: Walk) {
  const { texts: t } = walk
  await walk.at('welcome')
  await walk.press(t.welcome.start)
  await walk.at('consent')
  await walk.press(t.consent.agree)
  await walk.at('source')
}

/** From the choice of a source to a provider's page, through the search. */
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

/** The password selects the sandbox's behaviour. */
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

/** Review, no more sources, done. */
export async function finish(walk: Walk) {
  const { texts: t } = walk
  await walk.at('review')
  await walk.press(t.review.confirm)
  await walk.at('more')
  await walk.press(t.more.finish)
  await walk.at('done')
}

/** On a provider's own pages, which are not inspected. */
export async function signInElsewhere(
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

/** The screens that every story passes: from the link to the login, and the end. */
export const everyday: View[] = [
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
  source: 'direct' | 'taxauth' | 'payslips' | 'bank_statements',
) {
  await walk.until('source')
  await walk.press(walk.tile(walk.texts.source[source]))
}

/** To HMRC's pages and back, after entering the details they need. */
export async function askTaxAuthority(walk: Walk, person: E2ePerson) {
  const { unique_tax_reference, ni_number } = person.truth.identity
  await agree(walk, person.link)
  await chooseSource(walk, 'taxauth')
  await walk.at('provider', 'provider-tax')
  await walk.press(walk.texts.common.continue)
  await walk.at('login', 'login-tax')
  await walk.fill('Unique tax reference', unique_tax_reference)
  await walk.fill('National Insurance number', ni_number)
  await walk.press(walk.page.getByRole('button', { name: /tax authority$/ }))
  await signInElsewhere(walk, person)
}

/** To a provider's pages, back with the browser's button, there again, and declines. */
export async function refuseElsewhere(walk: Walk, person: E2ePerson, sandboxUrl: string) {
  const { page, texts: t } = walk
  const at = { provider: providers.cloud }
  await agree(walk, person.link)
  await chooseProvider(walk, providers.cloud)
  await walk.press(walk.button(t.provider.continueAway, at))
  await page.waitForURL(`${sandboxUrl}/**`)
  await page.goBack()
  await walk.at('away')
  await walk.press(walk.link(say(t.away.goOn, at)))
  await signInElsewhere(walk, person, { decision: 'Refuse' })
}

export type StoryDocument = { name: string; bytes: Buffer }

/** Selects files through the file input; photos use the same input. */
export async function choosePapers(
  { page }: Walk,
  papers: StoryDocument[],
  input: 'files' | 'camera' = 'files',
) {
  await page.locator(`input[name="${input}"]`).setInputFiles(
    papers.map(({ name, bytes }) => ({
      name,
      mimeType: name.endsWith('.jpg') ? 'image/jpeg' : 'application/pdf',
      buffer: bytes,
    })),
  )
}

/** Drops files on the page. */
export async function dropPapers({ page }: Walk, papers: StoryDocument[]) {
  const files = papers.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }))
  const dataTransfer = await page.evaluateHandle(`(() => {
    const carried = new DataTransfer()
    for (const { name, base64 } of ${JSON.stringify(files)})
      carried.items.add(new File([Uint8Array.fromBase64(base64)], name, { type: 'application/pdf' }))
    return carried
  })()`)
  for (const event of ['dragover', 'drop']) await page.locator('main').dispatchEvent(event, { dataTransfer })
}

/** Submits the uploads once all have arrived. */
export async function sharePapers(walk: Walk, count: number) {
  const { submit } = walk.texts.documents
  await walk.press(say(count === 1 ? (submit.one ?? submit.other) : submit.other, { count }))
}
