/**
 * Documented rules of Staffology's API that the simulator follows, each with the operation or schema of Staffology's
 * OpenAPI document that states it and one test of the same id in `protocol-facts.test.ts`. `assumed`: no document states it.
 */
export const staffologyFacts = [
  // Authentication.
  {
    id: 'key-is-password',
    section: 'Authentication',
    fact: 'HTTP Basic with the API key as password is accepted.',
  },
  { id: 'any-user-name', section: 'Authentication', fact: 'The user name of HTTP Basic does not matter.' },
  { id: 'missing-key', section: 'Authentication', fact: 'A request without a key is refused with 401.' },
  { id: 'wrong-key', section: 'Authentication', fact: 'A request with another key is refused with 401.' },
  { id: 'key-as-user-name', section: 'Authentication', fact: 'The key as user name is refused with 401.' },
  { id: 'no-bearer', section: 'Authentication', fact: 'The key as bearer token is refused with 401.' },
  {
    id: 'no-oauth',
    section: 'Authentication',
    fact: 'There is no OAuth: no authorisation and no token endpoint.',
  },
  // Employers.
  {
    id: 'employers-items',
    section: 'IndexEmployer',
    fact: 'Employers are items with id, name, url and metadata.',
  },
  { id: 'employers-all', section: 'Authentication', fact: 'A key sees all employers of its user.' },
  {
    id: 'employers-paging',
    section: 'IndexEmployer',
    fact: 'pageNum counts from 0, and pageSize sets the page.',
  },
  { id: 'employers-search', section: 'IndexEmployer', fact: 'searchTerm selects employers by name.' },
  { id: 'employers-page-invalid', section: 'IndexEmployer', fact: 'An invalid pageNum is refused with 400.' },
  {
    id: 'employer-details',
    section: 'GetEmployer',
    fact: 'An employer has name, hmrcDetails with officeNumber and payeReference, and isOptedInToEvc.',
  },
  {
    id: 'employer-opted-in',
    section: 'GetEmployer',
    fact: 'isOptedInToEvc is true for employers that take part.',
  },
  { id: 'employer-not-opted-in', section: 'GetEmployer', fact: 'isOptedInToEvc is false for the others.' },
  {
    id: 'employer-current-year',
    section: 'Employer',
    fact: 'currentYear is the name of a tax year, such as Year2026.',
  },
  { id: 'employer-unknown', section: 'GetEmployer', fact: 'An unknown employer is refused with 404.' },
  { id: 'employer-id-format', section: 'GetEmployer', fact: 'An id that is not a UUID is refused with 400.' },
  // Employees.
  { id: 'employees-items', section: 'IndexEmployee', fact: 'Employees are items without personal details.' },
  { id: 'employees-status', section: 'IndexEmployee', fact: 'status selects Current, Former or Upcoming.' },
  { id: 'employees-status-invalid', section: 'IndexEmployee', fact: 'Another status is refused with 400.' },
  {
    id: 'employees-search',
    section: 'SearchEmployee',
    fact: 'search finds employees by name and returns items.',
  },
  {
    id: 'employees-search-empty',
    section: 'SearchEmployee',
    fact: 'A search without a match returns an empty list.',
  },
  {
    id: 'employees-search-short',
    section: 'SearchEmployee',
    fact: 'A query of fewer than 3 characters finds no employee.',
  },
  {
    id: 'employees-search-needs-query',
    section: 'SearchEmployee',
    fact: 'A search without query is refused with 400.',
  },
  {
    id: 'employee-details',
    section: 'GetEmployee',
    fact: 'An employee has personalDetails with names, dateOfBirth and niNumber, employmentDetails and payOptions.',
  },
  {
    id: 'employee-address',
    section: 'Address',
    fact: 'An address has line1 to line5, postCode and country.',
  },
  {
    id: 'employee-required-fields',
    section: 'PersonalDetails, StarterDetails',
    fact: 'An employee always has gender, maritalStatus and starterDeclaration, and cisSubContractor is a boolean.',
  },
  { id: 'employee-unknown', section: 'GetEmployee', fact: 'An unknown employee is refused with 404.' },
  {
    id: 'employee-of-another',
    section: 'GetEmployee',
    fact: 'An employee of another employer is refused with 404.',
  },
  // Pay runs.
  {
    id: 'entries-by-tax-year',
    section: 'PayRunEntriesEmployee',
    fact: 'payrunentries of a tax year returns items of that year only, each with the url of its entry.',
  },
  { id: 'tax-year-name', section: 'TaxYear', fact: 'Year2026 is the tax year 2026-27.' },
  {
    id: 'tax-year-listed',
    section: 'TaxYear',
    fact: 'Tax years before Year2017 and after the present one are refused with 400.',
  },
  { id: 'tax-year-format', section: 'TaxYear', fact: 'Another form of tax year is refused with 400.' },
  { id: 'entries-empty', section: 'PayRunEntriesEmployee', fact: 'A year without entries is an empty list.' },
  { id: 'report-envelope', section: 'PayslipReports', fact: 'A payslip report has type, content and model.' },
  {
    id: 'report-pdf',
    section: 'PayslipReports',
    fact: 'Accept: application/pdf returns the payslip as PDF.',
  },
  {
    id: 'report-period',
    section: 'PayslipReports, PayPeriods',
    fact: 'Another pay period than that of the entry is refused with 404.',
  },
  {
    id: 'report-period-name',
    section: 'PayslipReports, PayPeriods',
    fact: 'An unknown name of a pay period is refused with 400.',
  },
  { id: 'report-unknown', section: 'PayslipReports', fact: 'An unknown entry is refused with 404.' },
  {
    id: 'report-open-run',
    section: 'PayslipReports',
    fact: 'A payslip of an open pay run has isClosed false.',
  },
  {
    id: 'report-closed-run',
    section: 'PayslipReports',
    fact: 'A payslip of a closed pay run has isClosed true.',
  },
  {
    id: 'line-types',
    section: 'PayRunLine',
    fact: 'Lines have one of the types BasicPay, Gross, Net, Nic, Tax and Cis, and a code.',
  },
  {
    id: 'line-signs',
    section: 'PayRunLine',
    fact: 'Values of deductions are negative, and lines add up to takeHomePay.',
  },
  { id: 'totals-identity', section: 'PayRunTotals', fact: 'additions less deductions is takeHomePay.' },
  { id: 'totals-ytd', section: 'PayRunTotals', fact: 'totalsYtd has the figures of the tax year so far.' },
  { id: 'amounts-are-numbers', section: 'PayRunTotals', fact: 'Amounts are JSON numbers in pounds.' },
  { id: 'read-only', section: 'assumed', fact: 'Nothing can be written with this key: POST is refused.' },
] as const

export type StaffologyFactId = (typeof staffologyFacts)[number]['id']
