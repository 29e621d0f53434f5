import { lockPdf, photoOf } from './sample-documents.ts'
import {
  agree,
  answerFactor,
  checkDocuments,
  chooseDocuments,
  chooseSource,
  connectTaxAuthority,
  goToLogin,
  providers,
  readSafetySheet,
  refuseAtProvider,
  sendText,
  shareDocuments,
  signIn,
} from './stories.ts'
import type { Walk } from './walk.ts'
import type { E2eClient, E2ePerson, JourneyWorld } from './world.ts'

// Every screen of the journey in every state, in journey order, for screenshots and the full test matrix.

export type TourScreen = { world: JourneyWorld; lender: E2eClient }
export type Tour = {
  userName: string
  user?: object
  walk: (walk: Walk, person: E2ePerson, screen: TourScreen) => Promise<void>
}

const fleeting = { fleeting: true }

/** Goes from the link to the end, then to the person's data page. */
async function walkFullJourney(walk: Walk, person: E2ePerson) {
  const { texts: t, page } = walk
  await agree(walk, person.link)
  await readSafetySheet(walk)
  await walk.press(walk.tile(t.source.payroll))
  await walk.at('employer')
  await walk.press(t.employer.unknown)
  await walk.at('employer', 'employer-help', fleeting)
  await walk.press(t.employer.searchAgain)
  await walk.fill(t.employer.search, 'brindle')
  await walk.at('employer', 'employer-search', fleeting)
  await walk.press(walk.tile('Brindlewick Ledger Services Ltd'))
  await walk.at('employer', 'employer-services')
  await walk.press(walk.tile(providers.payroll))
  await walk.at('provider')
  await walk.press(t.provider.continue)
  await walk.at('login')
  await signIn(walk, person.userName, 'wrong')
  await walk.see(t.errors['login-refused'].title)
  await walk.at('login', 'login-refused', fleeting)
  await signIn(walk, person.userName, 'mfa:code+slow:2')
  await walk.at('second_factor', 'second-factor-code')
  await answerFactor(walk, 'code', person)
  await walk.at('progress')
  await walk.at('review')
  await page.goBack()
  await walk.at('provider', 'provider-connected', fleeting)
  await walk.press(t.found.continue)
  await walk.until('review')
  await page
    .getByRole('button', { name: new RegExp(`^${t.review.wrong}`) })
    .nth(1)
    .click()
  await walk.at('review', 'review-note', fleeting)
  await walk.fill(t.review.note, 'My role has changed in May.')
  await walk.press(t.review.noteSave)
  await page.locator('dialog').waitFor({ state: 'detached' })
  await walk.at('review', 'review-noted')
  await walk.press(t.review.confirmNotes)
  await walk.at('more')
  await walk.press(t.more.finish)
  await walk.at('done')
  await walk.press(t.common.leave)
  await walk.at('done', 'leaving', fleeting)
  await walk.press(t.leaving.stay)
  await walk.press(t.common.yourData)
  await walk.at('mine')
  await page
    .getByRole('button', { name: new RegExp(`^${t.mine.withdraw}`) })
    .first()
    .click()
  await walk.at('mine', 'mine-withdraw', fleeting)
  await walk.press(t.mine.withdrawKeep)
  await walk.press(t.mine.deleteAll)
  await walk.at('mine', 'mine-delete', fleeting)
}

async function otherFactors(walk: Walk, person: E2ePerson) {
  await agree(walk, person.link)
  await goToLogin(walk, providers.payroll)
  await signIn(walk, person.userName, 'mfa:date')
  await walk.at('second_factor', 'second-factor-date')
  await walk.press(walk.texts.mfa.again)
  await signIn(walk, 'quentin.snowberry', 'mfa:chars')
  await walk.at('second_factor', 'second-factor-characters')
}

async function awayAndBack(walk: Walk, person: E2ePerson, { world }: TourScreen) {
  await refuseAtProvider(walk, person, world.sandbox.url)
  await walk.at('error', 'error-consent-refused', fleeting)
}

async function taxYears(walk: Walk, person: E2ePerson) {
  await connectTaxAuthority(walk, person)
  await walk.at('review', 'review-tax', fleeting)
}

async function directly(walk: Walk, { link }: E2ePerson) {
  await agree(walk, link)
  await chooseSource(walk, 'direct')
  await walk.at('provider', 'provider-direct')
  await walk.press(walk.texts.provider.find)
  await walk.at('nothing_found')
}

async function walkDocuments(walk: Walk, { link, userName }: E2ePerson, { world }: TourScreen) {
  const { texts: t } = walk
  const aDocument = (kind: 'payslip' | 'statement', query: string) =>
    world.aDocument(kind, `user_name=${userName}&${query}`)
  const may = await aDocument('payslip', 'pay_date=2026-05-29')
  const statement = await aDocument('statement', 'month=2026-05&layout=brook')
  const earlier = await aDocument('statement', 'month=2026-04&layout=brook')
  await agree(walk, link)
  await chooseSource(walk, 'payslips')
  await walk.at('documents', 'documents-payslips')
  await walk.press(t.months.none)
  await walk.at('documents', 'documents-missing', fleeting)
  await walk.press(t.common.cancel)
  await chooseDocuments(walk, [{ name: 'page.jpg', bytes: await photoOf(may) }], 'camera')
  await walk.at('documents', 'documents-photo', fleeting)
  await walk.press(t.documents.discardPages)
  await chooseDocuments(walk, [
    { name: 'payslip-may-2026.pdf', bytes: may },
    { name: 'payslip-april-2026-locked.pdf', bytes: await lockPdf(may) },
    { name: 'statement.pdf', bytes: statement },
    { name: 'letter.pdf', bytes: Buffer.from('Dear Sir or Madam') },
  ])
  await walk.button(t.documents.submit.other.replace('{count}', '3')).waitFor()
  await walk.at('documents', 'documents-chosen', fleeting)
  await checkDocuments(walk, 3)
  await walk.at('documents', 'documents-review', fleeting)
  await walk.press(walk.page.getByRole('button', { name: sendText(walk) }))
  await walk.until('more')
  await walk.press(walk.tile(t.more.bankStatements))
  await walk.at('documents', 'documents-statements')
  await chooseDocuments(walk, [{ name: 'earlier.pdf', bytes: earlier }])
  await shareDocuments(walk, 1)
  await walk.until('more')
}

const asked = {
  'login-locked': 'account_locked',
  'password-expired': 'password_expired',
  'login-disabled': 'account_disabled',
  'terms-not-accepted': 'terms_not_accepted',
  'mfa-unsupported': 'mfa_unsupported',
  'provider-down': 'maintenance',
}

async function refusals(walk: Walk, person: E2ePerson, { lender }: TourScreen) {
  const { texts: t, page } = walk
  await agree(walk, person.link)
  await goToLogin(walk, providers.payroll)
  const login = page.url()
  for (const [word, error] of Object.entries(asked)) {
    await signIn(walk, 'carys.honeydew', `error:${error}`)
    await walk.at('error', `error-${word}`)
    await page.goto(login)
  }
  await signIn(walk, 'henrietta.dovecote', 'mfa:code')
  for (let wrong = 0; wrong < 3; wrong++) {
    await walk.fill(t.mfa.code, '000000')
    await walk.press(t.mfa.submit)
    if (wrong < 2) await walk.see(t.mfa.wrongCode)
    if (wrong === 0) await walk.at('second_factor', 'second-factor-wrong', fleeting)
    if (wrong < 2) await page.waitForFunction(`document.querySelector('main input').value === ''`)
  }
  await walk.at('error', 'error-mfa-rejected')
  await page.goto(login)
  await signIn(walk, 'ursula.wintergreen', 'mfa:code+error:mfa_timeout')
  await answerFactor(walk, 'code', person)
  await walk.at('error', 'error-mfa-timeout')
  await page.goto(login)
  await signIn(walk, person.userName, 'pass')
  await walk.until('review')
  await page.goto(login)
  await signIn(walk, person.userName, 'pass')
  await walk.at('error', 'error-account-duplicate')
  await page.goto(login)
  await walk.until('login')
  const { authorisations } = await lender.must('GET', `/authorisations?user_id=${person.user_id}`)
  await lender.must('PUT', `/authorisations/${authorisations[0].id}/revoke`)
  await signIn(walk, 'mabel.tanglewood', 'pass')
  await walk.at('error', 'error-authorisation-missing', fleeting)
}

async function endings(walk: Walk, { link, user_id, aLink }: E2ePerson, { world, lender }: TourScreen) {
  const { texts: t, page } = walk
  await agree(walk, link)
  await lender.must('POST', '/user-tokens/revocations', { user_id })
  await walk.press(walk.tile(t.source.payroll))
  await walk.at('expired', 'expired-session', fleeting)
  const another = await aLink()
  await walk.open(another)
  await walk.at('welcome', 'welcome-again', fleeting)
  await world.api.sql('update journey_links set expires_at = now() where user_id = $1', [user_id])
  await walk.open(another)
  await walk.at('expired', 'expired-link', fleeting)
  await page.goto('about:blank')
}

export const tours: Tour[] = [
  { userName: 'gwendolyn.larkspur', walk: walkFullJourney },
  { userName: 'xavier.inkwell', walk: otherFactors },
  { userName: 'eudora.brackenmoor', walk: awayAndBack },
  { userName: 'tobias.eldermere', user: { payroll_period_months: 36 }, walk: taxYears },
  { userName: 'wilhelmina.oakapple', user: { post_codes: ['ZZ1 1ZZ'] }, walk: directly },
  { userName: 'wilhelmina.oakapple', walk: walkDocuments },
  { userName: 'nathaniel.quillfeather', walk: refusals },
  { userName: 'josephine.candlewick', walk: endings },
]
