import { decimal } from '../money.ts'
import type {
  GeneratedStatement,
  PersonJob,
  PostalAddress,
  SimulatedPerson,
  Transaction,
} from '../people/types.ts'
import { correctCode } from '../providers/second-factors.ts'

const presentAddress = ({ street, city, county, postCode, country }: PostalAddress) => ({
  street,
  city,
  county,
  post_code: postCode,
  country,
})

export const presentSummary = ({ userName, title, forename, surname, about }: SimulatedPerson) => ({
  user_name: userName,
  name: `${title} ${forename} ${surname}`,
  about,
})

/** Returns all data of a person, including data that no provider exposes. */
export function presentPerson(person: SimulatedPerson) {
  const { bank } = person
  return {
    ...presentSummary(person),
    identity: {
      title: person.title,
      forename: person.forename,
      surname: person.surname,
      gender: person.gender,
      date_of_birth: person.dateOfBirth,
      ni_number: person.niNumber,
      unique_tax_reference: person.uniqueTaxReference,
      email: person.email,
      phone: person.phone,
      addresses: person.addresses.map(({ from, ...address }) => ({ from, ...presentAddress(address) })),
    },
    sign_in: {
      user_name: person.userName,
      password: 'pass',
      code: correctCode,
      memorable_date: person.memorableDate,
      memorable_word: person.memorableWord,
    },
    bank_account: { account_number: bank.accountNumber, statement_layout: bank.statementLayout },
    jobs: person.jobs.map(presentJob),
  }
}

function presentJob(job: PersonJob) {
  const { employer, employment } = job
  return {
    id: job.id,
    employer: {
      name: employer.name,
      paye_reference: employer.payeReference,
      accounts_office_reference: employer.accountsOfficeReference,
      address: presentAddress(employer.address),
      payslip_layout: employer.payslipLayout,
    },
    payroll_number: job.payrollNumber,
    role: job.role,
    department: job.department,
    type: job.type,
    start_date: job.startDate,
    leave_date: job.leaveDate,
    frequency: employment.frequency,
    is_director: employment.isDirector,
    annual_pay: 'annual' in job.pay ? decimal(job.pay.annual) : null,
    hourly_pay: 'hourly' in job.pay ? decimal(job.pay.hourly) : null,
    tax_codes: employment.taxCodes.map(({ from, code, isCumulative }) => ({
      from,
      code,
      is_cumulative: isCumulative,
    })),
    ni_letters: employment.niLetters,
    loans: employment.loans,
    pensions: employment.pensions.map(({ from, scheme, employeeRate, employerRate, of }) => ({
      from,
      scheme,
      of,
      employee_percent: decimal(employeeRate),
      employer_percent: decimal(employerRate),
    })),
  }
}

export const presentStatement = (statement: GeneratedStatement) => ({
  number: statement.number,
  start: statement.start,
  end: statement.end,
  opening_balance: decimal(statement.openingBalance),
  closing_balance: decimal(statement.closingBalance),
  transactions: statement.transactions.map(presentTransaction),
})

const presentTransaction = ({ date, kind, party, detail, amount, balance }: Transaction) => ({
  date,
  kind,
  party,
  detail,
  amount: decimal(amount),
  balance: decimal(balance),
})
