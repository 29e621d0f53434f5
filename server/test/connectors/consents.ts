import { signInAtAuthority } from '../authority.ts'
import type { sandboxAt } from '../sandbox-process.ts'

type SandboxControls = Pick<ReturnType<typeof sandboxAt>, 'control'>

/** The employer where the person started last, whose payroll the sandbox's FreeAgent contains. */
export async function companyOf(sandbox: SandboxControls, userName: string): Promise<string> {
  const { jobs } = await sandbox.control('GET', `/people/${userName}`)
  const newestFirst = jobs.toSorted((one: { start_date: string }, other: { start_date: string }) =>
    other.start_date.localeCompare(one.start_date),
  )
  return newestFirst[0].employer.name
}

/** The test person as the connector doctor needs it. */
export async function describeTestPerson(sandbox: SandboxControls, userName: string) {
  const { identity } = await sandbox.control('GET', `/people/${userName}`)
  const { ni_number, date_of_birth, forename, surname, addresses, unique_tax_reference } = identity
  return {
    ni_number,
    date_of_birth,
    forename,
    surname,
    post_codes: addresses.map(({ post_code }: { post_code: string }) => post_code),
    extra: { company_name: await companyOf(sandbox, userName), unique_tax_reference, ni_number },
  }
}

/** Signs in at a simulated provider as the operator's browser would. Returns the address of the redirect. */
export async function consentAs(userName: string, url: string): Promise<string> {
  if (url.includes('/taxauth/')) return signInAtAuthority(url, { userName })
  const first = await fetch(url)
  const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const post = async (page: string, fields: Record<string, string>) =>
    fetch(new URL(page, url), {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
  const person = { user_name: userName, password: 'pass' }
  const consent = new URL(url).searchParams.get('consent')
  if (consent !== null) {
    const decided = await post('/yapily/bank/decision', { consent, ...person, decision: 'allow' })
    return decided.headers.get('location') ?? ''
  }
  const [, flow = ''] = /name="flow" value="([^"]+)"/.exec(await first.text()) ?? []
  await post('sign-in', { flow, ...person })
  return (await post('consent', { flow, decision: 'allow' })).headers.get('location') ?? ''
}
