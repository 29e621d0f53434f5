import { randomBytes } from 'node:crypto'
import { eventually } from '../../server/test/eventually.ts'
import { readMail } from '../../server/test/people.ts'
import { creditCardStatement, payslipWithoutAmounts, statementOfTwoAccounts } from './awkward-documents.ts'
import { lockPdf, photoOf, pictureIn } from './sample-documents.ts'
import {
  agree,
  answerFactor,
  checkDocuments,
  chooseDocuments,
  chooseSource,
  connectTaxAuthority,
  countedText,
  decideAtBank,
  goToLogin,
  providers,
  readSafetySheet,
  refuseAtProvider,
  sendText,
  shareDocuments,
  signIn,
} from './stories.ts'
import type { Walk } from './walk.ts'
import { type E2eClient, type E2ePerson, type JourneyWorld, lenderName } from './world.ts'

// Every screen of the journey in every state, in journey order, for screenshots and the full test matrix.

export type TourScreen = { world: JourneyWorld; lender: E2eClient }
export type Tour = {
  userName: string
  user?: object
  walk: (walk: Walk, person: E2ePerson, screen: TourScreen) => Promise<void>
}

const fleeting = { fleeting: true }

/** Buttons that show this text. Their names also say what they are about. */
const buttonsShowing = ({ page }: Walk, text: string) => page.getByRole('button').filter({ hasText: text })

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
  await page.getByRole('heading', { name: t.employer.common }).waitFor({ state: 'detached' })
  await walk.at('employer', 'employer-search', fleeting)
  await walk.fill(t.employer.search, 'zzyzx')
  await walk.see(t.employer.nobody, { query: 'zzyzx' })
  await walk.at('employer', 'employer-none', fleeting)
  await walk.fill(t.employer.search, 'brindle')
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
  await walk.press(buttonsShowing(walk, t.review.wrong).nth(1))
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
  await walk.press(buttonsShowing(walk, t.mine.withdraw).first())
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
  await walk.press(walk.texts.mfa.restart)
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
  await walk.press(walk.texts.common.anotherWay)
  await chooseSource(walk, 'bank')
  await walk.at('provider', 'provider-bank')
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
  await walk.button(countedText(t.documents.submit, 3)).waitFor()
  await walk.at('documents', 'documents-chosen', fleeting)
  await checkDocuments(walk, 3)
  await walk.at('documents', 'documents-review', fleeting)
  await walk.press(walk.page.getByRole('button', { name: sendText(walk) }))
  await walk.until('more')
  await walk.press(walk.tile(t.more.bankStatements))
  await walk.at('documents', 'documents-statements')
  await chooseDocuments(walk, [
    { name: 'earlier.pdf', bytes: earlier },
    { name: 'may.pdf', bytes: statement },
  ])
  await shareDocuments(walk, 2)
  await walk.see(t.documents.resultTitle)
  await walk.at('documents', 'documents-result', fleeting)
  await walk.press(t.common.continue)
  await walk.until('more')
}

/**
 * A payslip that is recognised but not read, which is sent anyway at the end, the statement of a credit card, one of two accounts, and a photo taken at an
 * angle.
 */
async function awkwardDocuments(walk: Walk, { link, userName }: E2ePerson, { world }: TourScreen) {
  const { texts: t } = walk
  const photo = pictureIn(
    await world.aDocument('payslip', `user_name=${userName}&pay_date=2026-05-29&photo=hard`),
  )
  const refused = async (name: string, bytes: Buffer, problem: keyof typeof t.documents.problems) => {
    await chooseDocuments(walk, [{ name, bytes }])
    await walk.press(countedText(t.documents.submit, 1))
    await walk.page.locator(`[data-error="${problem}"]`).waitFor()
    await walk.at('documents', `documents-${problem}`, fleeting)
    await walk.press(walk.button(t.documents.removeFile, { name }))
  }
  await agree(walk, link)
  await chooseSource(walk, 'payslips')
  await walk.until('documents')
  await refused('payslip-may.pdf', await payslipWithoutAmounts(), 'not-read')
  await refused('card.pdf', await creditCardStatement(), 'credit-card-statement')
  await chooseDocuments(walk, [{ name: 'statement-may.pdf', bytes: await statementOfTwoAccounts() }])
  await checkDocuments(walk, 1)
  await walk.at('documents', 'documents-two-accounts', fleeting)
  await walk.press(t.documents.addAnother)
  await chooseDocuments(walk, [{ name: 'photo.jpg', bytes: await photo }], 'camera')
  await walk.press(t.documents.usePages.one ?? '')
  await checkDocuments(walk, 2)
  await walk.at('documents', 'documents-angled-photo', fleeting)
  await walk.press(t.documents.addAnother)
  await chooseDocuments(walk, [{ name: 'payslip-may.pdf', bytes: await payslipWithoutAmounts() }])
  await walk.press(countedText(t.documents.submit, 3))
  await walk.page.locator('[data-error="not-read"]').waitFor()
  await walk.at('documents', 'documents-review-not-read', fleeting)
  await walk.press(walk.button(t.documents.sendAnywayFile, { name: 'payslip-may.pdf' }))
  await walk.see(t.documents.willLook, { client: lenderName })
  await walk.at('documents', 'documents-sent-anyway', fleeting)
  await walk.press(walk.page.getByRole('button', { name: sendText(walk) }))
  await walk.until('more')
}

/** The person has used their reading time, so that the file is read later. */
async function lateDocuments(walk: Walk, { link, user_id, userName }: E2ePerson, { world }: TourScreen) {
  const { texts: t } = walk
  const bytes = await world.aDocument('payslip', `user_name=${userName}&pay_date=2026-05-29`)
  await agree(walk, link)
  await chooseSource(walk, 'payslips')
  await walk.until('documents')
  await exhaustReadingTime(world, user_id)
  await chooseDocuments(walk, [{ name: 'payslip-may-2026.pdf', bytes }])
  await checkDocuments(walk, 1)
  await walk.see(t.documents.notReadYet, { client: lenderName })
  await walk.at('documents', 'documents-review-unread', fleeting)
  await walk.press(walk.page.getByRole('button', { name: sendText(walk) }))
  await walk.see(t.documents.laterTitle)
  await walk.at('documents', 'documents-later', fleeting)
}

/** From now on, files of this person, and of every other person of the client, wait for the next hour but one. */
export const exhaustReadingTime = (world: JourneyWorld, userId: string) =>
  world.api.sql(
    `insert into reading_times (client_id, user_id, hour, ms)
       select client_id, id, date_trunc('hour', now()) + n * interval '1 hour', 1e9
         from users, generate_series(0, 1) n where id = $1`,
    [userId],
  )

/** Shares pay, then opens the link on another device, and once more after it has expired. */
async function comeBack(walk: Walk, { link, user_id, userName }: E2ePerson, { world }: TourScreen) {
  const { texts: t, page } = walk
  await agree(walk, link)
  await goToLogin(walk, providers.payroll)
  await signIn(walk, userName, 'pass')
  await walk.until('review')
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  await walk.open(link)
  await walk.press(t.welcome.resume)
  await walk.see(t.confirming.title)
  await walk.at('review', 'confirm-person', fleeting)
  await walk.fill(t.confirming.birth, '1 1 1901')
  await walk.press(t.common.continue)
  await walk.see(countedText(t.confirming.wrong, 4))
  await walk.at('review', 'confirm-person-wrong', fleeting)
  await world.api.sql('update journey_links set expires_at = now() where user_id = $1', [user_id])
  await walk.open(link)
  await walk.press(t.returning.sendText)
  await walk.field(t.returning.code).waitFor()
  await walk.fill(t.returning.code, '12')
  await walk.press(t.common.continue)
  await walk.see(t.returning.malformed)
  await walk.at('expired', 'return-code', fleeting)
  await page.goto('about:blank')
}

/** A lender with the other layout of the consent screen and no page to return to; the network fails for a moment. */
async function otherSettings(walk: Walk, _person: E2ePerson, { world }: TourScreen) {
  const { texts: t, page } = walk
  const other = await world.aClient({ consent_layout: 'questions', client_callback_url: null })
  const { link } = await world.aPerson(other, 'person.18')
  await walk.open(link)
  await walk.press(t.welcome.start)
  await walk.at('consent', 'consent-questions')
  await page.context().setOffline(true)
  await walk.press(t.consent.agree)
  await walk.see(t.errors.network.title)
  await walk.at('consent', 'consent-offline', fleeting)
  await page.context().setOffline(false)
  await endSessionSoon(walk)
  await page.reload()
  await walk.see(t.ending.title)
  await walk.at('consent', 'session-ending', fleeting)
  await walk.press(t.ending.stay)
  await page.locator('dialog').waitFor({ state: 'detached' })
  await walk.press(t.common.leave)
  await walk.press(walk.page.locator('dialog').getByRole('button', { name: t.leaving.leave }))
  await walk.see(t.leaving.left)
  await walk.atPage(t.leaving.left, 'left')
}

/** Makes the session stored in this tab expire soon. */
async function endSessionSoon({ page }: Walk) {
  const name = `payproof:${page.url().split('/')[4]}`
  await page.evaluate(
    `sessionStorage.setItem('${name}', JSON.stringify({ ...JSON.parse(sessionStorage.getItem('${name}')),
      expires_at: new Date(Date.now() + 90_000).toISOString() }))`,
  )
}

/** The page of a reminder's stop link, before and after, and of one that never existed. */
async function stopReminders(walk: Walk, { user_id }: E2ePerson, { world, lender }: TourScreen) {
  const { page } = walk
  await page.goto(await aStopLink(world, lender, user_id))
  await walk.atPage('Stop reminders?', 'reminders')
  await walk.press('Stop reminders')
  await walk.atPage('Reminders stopped', 'reminders-stopped')
  await page.goto(`${world.url}/reminders/${'x'.repeat(43)}`)
  await walk.atPage('This link has ended', 'reminders-unknown')
}

/** Invites a person, lets the day of the reminder come, and returns the stop link in its mail. */
export async function aStopLink(world: JourneyWorld, lender: E2eClient, user_id: string) {
  const email = `p${randomBytes(6).toString('hex')}@people.example`
  await lender.must('PATCH', '/configuration', { reminder_days: [2] })
  await lender.must('POST', '/journeys/invitations', { user_id, email })
  await world.api.sql(
    `update tasks set due_at = now(), wake_at = now() where kind = 'journey.remind' and user_id = $1`,
    [user_id],
  )
  const { text } = await readMail(world.inboxUrl, email, /^Reminder/)
  const [stopLink] = /http\S+\/reminders\/\S+/.exec(text) ?? []
  if (!stopLink) throw new Error('the reminder has no stop link')
  return stopLink
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
    if (wrong < 2) await eventually(async () => (await walk.field(t.mfa.code).inputValue()) === '')
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
  // The page can notice the end before the press.
  await walk.press(walk.tile(t.source.payroll)).catch(() => undefined)
  await walk.at('expired', 'expired-session', fleeting)
  const another = await aLink()
  await walk.open(another)
  await walk.at('welcome', 'welcome-again', fleeting)
  await world.api.sql('update journey_links set expires_at = now() where user_id = $1', [user_id])
  await walk.open(another)
  await walk.at('expired', 'expired-link', fleeting)
  await page.goto('about:blank')
}

/** Connects a bank, and answers when its consent is about to lapse. */
async function bankConsent(walk: Walk, person: E2ePerson, { world }: TourScreen) {
  const { texts: t } = walk
  await agree(walk, person.link)
  await chooseSource(walk, 'bank')
  await walk.press(walk.button(t.provider.continueAway, { provider: providers.bank }))
  await decideAtBank(walk, person)
  // Back would lead to the pages of the bank.
  await walk.at('review', 'review-bank', fleeting)
  await world.api.sql('update accounts set confirmation_due_at = now() where user_id = $1', [person.user_id])
  await walk.open(person.link)
  await walk.at('keep_sharing')
  await walk.press(t.keepSharing.keep)
  await walk.see(t.keepSharing.kept)
  await walk.at('keep_sharing', 'keep-sharing-kept', fleeting)
}

/** Login fields that come from the catalogue, and the QR code that a device with a mouse offers. */
async function payrollOfACompany(walk: Walk, { link }: E2ePerson) {
  const { texts: t, page } = walk
  await agree(walk, link)
  if (await walk.button(t.phone.offer).isVisible()) {
    await walk.press(t.phone.offer)
    await page.getByRole('img', { name: t.phone.label }).waitFor()
    await walk.at('source', 'source-phone', fleeting)
    await walk.press(t.phone.close)
    await page.locator('dialog').waitFor({ state: 'detached' })
  }
  await goToLogin(walk, 'Xero')
  await walk.at('login', 'login-company')
}

/** The screen of each error, with a provider and without. Most errors are rare, so the tour opens their addresses. */
async function everyError(walk: Walk, { link }: E2ePerson) {
  const { texts: t, page } = walk
  await agree(walk, link)
  const journey = page.url().replace(/\/source$/, '')
  const { attemptsLeft: _attemptsLeft, next: _next, ...errors } = t.errors
  for (const [word, { title }] of Object.entries(errors)) {
    const values = { provider: providers.payroll }
    await page.goto(`${journey}/error/${word}/sandbox-payroll`)
    await walk.see(title, values)
    await walk.at('error', `error-screen-${word}`, fleeting)
  }
  await page.goto(`${journey}/error/unexpected`)
  await walk.see(t.errors.unexpected.title)
  await walk.at('error', 'error-screen-without-provider', fleeting)
}

export const tours: Tour[] = [
  { userName: 'gwendolyn.larkspur', walk: walkFullJourney },
  { userName: 'xavier.inkwell', walk: otherFactors },
  { userName: 'eudora.brackenmoor', walk: awayAndBack },
  { userName: 'tobias.eldermere', user: { payroll_period_months: 36 }, walk: taxYears },
  { userName: 'wilhelmina.oakapple', user: { post_codes: ['ZZ1 1ZZ'] }, walk: directly },
  { userName: 'wilhelmina.oakapple', walk: walkDocuments },
  { userName: 'wilhelmina.oakapple', walk: awkwardDocuments },
  { userName: 'nathaniel.quillfeather', walk: refusals },
  { userName: 'josephine.candlewick', walk: endings },
  { userName: 'wilhelmina.oakapple', walk: lateDocuments },
  { userName: 'clementine.marrowfield', walk: comeBack },
  { userName: 'person.23', walk: otherSettings },
  { userName: 'person.24', walk: stopReminders },
  { userName: 'eudora.brackenmoor', walk: bankConsent },
  { userName: 'dashiell.pennyfeather', walk: payrollOfACompany },
  { userName: 'person.25', walk: everyError },
]
