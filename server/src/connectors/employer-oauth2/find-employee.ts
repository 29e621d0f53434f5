import type { PersonToFind } from '../connector.ts'
import { ConnectionFailure } from '../failure.ts'
import { niNumberOf } from '../identity.ts'

/** The details by which an employee of a payroll is recognised. */
export type EmployeeDetails = {
  ni_number: string | null
  date_of_birth: string | null
  forename: string | null
  surname: string | null
}

/**
 * Finds exactly one employee: by NI number, or else by name and date of birth among those without an NI number. An
 * employee with another NI number is never the person.
 */
export function findEmployee<Employee extends EmployeeDetails>(
  employees: readonly Employee[],
  person: PersonToFind,
): Employee {
  const ni_number = niNumberOf(person.ni_number)
  const byNumber =
    ni_number === null ? [] : employees.filter((one) => niNumberOf(one.ni_number) === ni_number)
  const matches =
    byNumber.length > 0
      ? byNumber
      : employees.filter(
          (one) =>
            (ni_number === null || niNumberOf(one.ni_number) === null) && isSameNameAndBirth(one, person),
        )
  if (matches.length > 1) throw new ConnectionFailure('employee-ambiguous')
  const [match] = matches
  if (!match) throw new ConnectionFailure('employee-not-found')
  return match
}

export const hasSameName = (
  employee: Omit<EmployeeDetails, 'date_of_birth' | 'ni_number'>,
  person: PersonToFind,
) => isSameName(employee.forename, person.forename) && isSameName(employee.surname, person.surname)

const isSameNameAndBirth = (employee: EmployeeDetails, person: PersonToFind) =>
  employee.date_of_birth !== null &&
  employee.date_of_birth === person.date_of_birth &&
  hasSameName(employee, person)

export function isSameName(one: string | null, other: string | null) {
  const key = nameKey(one)
  return key !== '' && key === nameKey(other)
}

/** Compares names without regard to case, accents, spaces and punctuation. */
const nameKey = (name: string | null) =>
  (name ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '')
