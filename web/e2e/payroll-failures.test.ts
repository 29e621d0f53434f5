import { expect, test } from 'vitest'
import { ownWorld, startJourneys } from './start.ts'
import {
  agree,
  chooseProvider,
  chooseSource,
  connectTaxAuthority,
  goToLogin,
  signInAtProvider,
} from './stories.ts'
import type { Walk } from './walk.ts'
import type { E2ePerson } from './world.ts'

// The documented failures of FreeAgent, Xero, Employment Hero, Staffology and HMRC: each ends in a screen that says what
// happened and has its code. The next steps are tested in errors.test.ts.

// Uses its own service, because the tests change how the providers behave.
const { world, lender, journeyOf } = await startJourneys(await ownWorld())
const { sandbox } = world
const patience = { timeout: 240_000 }

type Word = Exclude<keyof Walk['texts']['errors'], 'attemptsLeft' | 'next'>
const names = { freeagent: 'FreeAgent', xero: 'Xero', 'employment-hero': 'Employment Hero' } as const
type ProviderId = keyof typeof names

async function expectError(walk: Walk, word: Word, provider: string) {
  await walk.until('error')
  await walk.see(walk.texts.errors[word].title, { provider })
  // The code that the error event reports. All faults of a provider share one screen.
  const code = word === 'provider-down' ? 'provider-' : word
  expect(new URL(walk.page.url()).pathname).toContain(`/error/${code}`)
}

/** Goes from the link to the pages of the provider. Xero asks for the company first. */
async function goToProvider(walk: Walk, { link }: E2ePerson, id: ProviderId) {
  const { texts: t } = walk
  await agree(walk, link)
  if (id === 'xero') {
    await goToLogin(walk, names[id])
    return walk.press(walk.button(t.login.submitAway, { provider: names[id] }))
  }
  await chooseProvider(walk, names[id])
  await walk.press(walk.button(t.provider.continueAway, { provider: names[id] }))
}

/** Signs in, lets the provider fail from now on, and allows access. */
async function allowWhileFailing(walk: Walk, id: ProviderId, userName: string, behaviour: string) {
  const { page } = walk
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('Password').fill('pass')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const allow = page.getByRole('button', { name: 'Allow' })
  await allow.waitFor()
  await sandbox.behave(id, userName, behaviour)
  await allow.click()
}

/** Employers that take part at the simulated Staffology, by the first word of their names. */
const optedIn = /^(copperwhistle|lochmarrow|sundrop|tallowmere)/i

/** A person on a payroll at Staffology whose employers did not opt in. */
async function findPersonWithoutOptIn(): Promise<string> {
  for (let n = 101; n <= 300; n++) {
    const { jobs } = await sandbox.control('GET', `/people/person.${n}`)
    const employers: string[] = jobs.map(({ employer }: { employer: { name: string } }) => employer.name)
    if (employers.length > 0 && !employers.some((name) => optedIn.test(name))) return `person.${n}`
  }
  throw new Error('every employer opted in')
}

const ids = Object.keys(names) as ProviderId[]

test.each(ids)('%s: a person who refuses can go there again and agree', patience, async (id) => {
  await journeyOf('wilhelmina.oakapple', async (walk, person) => {
    const { texts: t } = walk
    await goToProvider(walk, person, id)
    await signInAtProvider(walk, person, { decision: 'Refuse' })
    await expectError(walk, 'consent-refused', names[id])
    await walk.press(t.errors.next.signInAgain)
    await walk.press(walk.button(t.login.submitAway, { provider: names[id] }))
    await signInAtProvider(walk, person)
    await walk.until('review')
  })
})

test.each<[ProviderId, string, Word]>([
  ['freeagent', 'error:forbidden', 'payroll-not-permitted'],
  ['freeagent', 'error:server_error', 'provider-down'],
  ['freeagent', 'error:invalid_grant', 'consent-ended'],
  ['xero', 'error:forbidden', 'payroll-not-permitted'],
  ['xero', 'error:server_error', 'provider-down'],
  ['employment-hero', 'error:server_error', 'provider-down'],
  ['employment-hero', 'error:bad_response', 'provider-down'],
])('%s: %s ends in a clear screen', patience, async (id, behaviour, word) => {
  await journeyOf('wilhelmina.oakapple', async (walk, person) => {
    await goToProvider(walk, person, id)
    await allowWhileFailing(walk, id, person.userName, behaviour)
    await expectError(walk, word, names[id])
    await sandbox.behave(id, person.userName, null)
  })
})

test('Xero: a login with several companies has to name one', patience, async () => {
  await journeyOf('dashiell.pennyfeather', async (walk, person) => {
    await goToProvider(walk, person, 'xero')
    await signInAtProvider(walk, person)
    await expectError(walk, 'company-not-found', 'Xero')
  })
})

test('FreeAgent: a payroll without the person', patience, async () => {
  await journeyOf('wilhelmina.oakapple', async (walk, person) => {
    await goToProvider(walk, person, 'freeagent')
    await signInAtProvider(walk, { ...person, userName: 'barnaby.thistlewick' })
    await expectError(walk, 'employee-not-found', 'FreeAgent')
  })
})

test(
  'Staffology: a person whose employer did not opt in is not found, and nothing is stored',
  patience,
  async () => {
    await journeyOf(await findPersonWithoutOptIn(), async (walk, person) => {
      await agree(walk, person.link)
      await chooseSource(walk, 'direct')
      await walk.press(walk.texts.provider.find)
      await walk.until('nothing_found')
      const { payroll_submissions } = await lender.must('GET', `/payroll/${person.user_id}`)
      expect(payroll_submissions).toEqual([])
    })
  },
)

test(
  'Staffology: an outage ends in an error with a way on, because the person may be listed',
  patience,
  async () => {
    await journeyOf('person.112', async (walk, person) => {
      await sandbox.behave('staffology', person.userName, 'error:server_error')
      await agree(walk, person.link)
      await chooseSource(walk, 'direct')
      await walk.press(walk.texts.provider.find)
      await expectError(walk, 'provider-down', walk.texts.common.payrollService)
      await sandbox.behave('staffology', person.userName, null)
      await walk.press(walk.texts.errors.next.login)
      await walk.press(walk.texts.provider.find)
      await walk.until('review')
    })
  },
)

test('Employment Hero: the login of another person is not accepted', patience, async () => {
  await journeyOf('wilhelmina.oakapple', async (walk, person) => {
    await goToProvider(walk, person, 'employment-hero')
    await signInAtProvider(walk, { ...person, userName: 'barnaby.thistlewick' })
    await expectError(walk, 'identity-mismatch', names['employment-hero'])
    await walk.see(walk.texts.errors['identity-mismatch'].text, { provider: names['employment-hero'] })
  })
})

test('HMRC: another person’s tax reference does not open the records', patience, async () => {
  await journeyOf('tobias.eldermere', async (walk, person) => {
    const other = await sandbox.control('GET', '/people/eudora.brackenmoor')
    const { unique_tax_reference } = other.identity
    const truth = { ...person.truth, identity: { ...person.truth.identity, unique_tax_reference } }
    await connectTaxAuthority(walk, { ...person, truth })
    await expectError(walk, 'identity-mismatch', 'HMRC')
  })
})

test('HMRC: a return that was processed has no figures, which is no error', patience, async () => {
  await journeyOf('tobias.eldermere', async (walk, person) => {
    await sandbox.behave('taxauth', person.userName, 'error:return_processed')
    await connectTaxAuthority(walk, person)
    await walk.until('nothing_found')
    await walk.see(walk.texts.nothingFound.leadTax)
    await sandbox.behave('taxauth', person.userName, null)
  })
})
