import { employerKey } from '../../vocabulary/employer.ts'
import { ConnectionFailure } from '../failure.ts'

/**
 * Chooses the company to read. If the consent covers several, it is the one with the name that the applicant gave. The
 * legal form (`Ltd`, `Limited`) does not matter.
 */
export function chooseCompany<Company extends { name: string }>(
  companies: readonly Company[],
  wantedName: string | undefined,
): Company {
  const [only] = companies
  if (only && companies.length === 1) return only
  const key = wantedName === undefined ? '' : employerKey(wantedName)
  const named = companies.filter(({ name }) => employerKey(name) === key)
  const [match] = named
  if (!match || named.length > 1) throw new ConnectionFailure('company-not-found')
  return match
}
