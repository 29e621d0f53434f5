import { expect, test } from 'vitest'
import { drawPages, drawText, head, to } from '../../../../test/extraction/payslip-page.ts'
import { parsePayslip } from '../parse.ts'

/** Type size of a logo, in points. */
const logoSize = 22

function readEmployer(...logo: [x: number, text: string][]) {
  const pages = drawPages([
    [30, ...logo],
    [42, [40, 'Larchway Umbrella Limited, Unit 9 Albany Court, Stockport SK1 3TA']],
    ...head.slice(1),
    [100, [40, 'Salary'], to(300, '3,000.00')],
    [124, [40, 'PAYE'], to(300, '-365.60')],
    [136, [40, 'NI'], to(300, '-156.16')],
    [160, [40, 'Net pay'], to(300, '2,478.24')],
  ]).map((page) => ({
    ...page,
    words: page.words.map((word) => (word.y === 30 ? { ...word, size: logoSize } : word)),
  }))
  return parsePayslip(pages).submission?.employment_information.employer_name
}

test('completes a name whose last word is set apart in a logo', () => {
  expect(readEmployer([40, 'Larchway'], [110, 'Umbrella'])).toBe('Larchway Umbrella Limited')
})

test('keeps a name that is another company than the one with the address', () => {
  expect(readEmployer([40, 'Quincefield Bakery'])).toBe('Quincefield Bakery')
})

test.each(['My payslips', 'Your payslip'])(
  'does not take the browser header %s for the employer',
  (header) => {
    const pages = drawPages([
      [20, [24, '11/19/26, 11:30 AM'], [317, header], [400, 'Rotalark']],
      [80, [40, 'Hi Joan, here is your payslip']],
      [100, [40, 'Jump Barn Quill Park paid you']],
      [112, [40, '£2,478.24']],
      ...head.slice(1),
      [160, [40, 'Salary'], to(300, '3,000.00')],
      [172, [40, 'PAYE'], to(300, '-365.60')],
      [184, [40, 'NI'], to(300, '-156.16')],
      [196, [40, 'Net pay'], to(300, '2,478.24')],
    ])
    expect(parsePayslip(pages).submission?.employment_information.employer_name).toBe('Jump Barn Quill Park')
  },
)

test.each(['Office for Coastal Affairs', 'Council for Larchway Ferries', 'Position Partners'])(
  'reads the employer %s, whose name begins like a label',
  (employer) => {
    const { submission } = parsePayslip(
      drawText(`${employer}                             Your payslip for June 2025

    Name                 NI number        Tax code     Pay date
    Osric Tarnowski      QQ123456C        1257L        27 June 2025

    Salary                           1,650.00
    Tax                                120.40
    Net pay                          1,529.60`),
    )
    expect(submission?.employment_information).toMatchObject({ employer_name: employer, role: null })
  },
)

function readEmployerOf(text: string) {
  const { submission } = parsePayslip(
    drawText(`${text}

    Name                 NI number        Tax code     Pay date
    Osric Tarnowski      QQ123456C        1257L        27 June 2025

    Salary                           1,650.00
    Tax                                120.40
    Net pay                          1,529.60`),
  )
  return submission?.employment_information.employer_name
}

test.each([
  'Brindle Ridge Academy Trust',
  'Larkshire County Council',
  'Diocese of Quillwick',
  'The Two Rivers Federation',
])('reads %s as the employer of a teacher at one of its schools', (employer) => {
  const school = 'School: Brindle Ridge High School'
  expect(readEmployerOf(`${employer}\n\n    ${school}`)).toBe(employer)
  expect(readEmployerOf(`    ${school}\n    Trust: ${employer}`)).toBe(employer)
})

test('reads the school as the employer if the payslip names no other body', () => {
  expect(readEmployerOf('    School: Brindle Ridge High School')).toBe('Brindle Ridge High School')
})

test.each(['Department for Rural Infrastructure', 'Ministry of Weights'])(
  'reads the employer %s below the label of a department',
  (employer) => {
    expect(readEmployerOf(`    DEPARTMENT           DATE OF PAYMENT\n    ${employer}`)).toBe(employer)
  },
)

test.each([
  'Pay is in arrears. Larchfield Foodmarkets Plc, registered in England 00774102.',
  'Larchfield Foodmarkets Plc (company number 00774102)',
  'Larchfield is a trading name of Larchfield Foodmarkets Plc.',
])('reads the employer from the note %j if the payslip is headed by a logo', (note) => {
  expect(readEmployerOf(` larchfield\n\n ${note}`)).toBe('Larchfield Foodmarkets Plc')
})

test.each([
  'This payslip was printed by Quill Ledger Ltd, registered in England 00774102.',
  'Quill Payroll Bureau Ltd, registered in England 00774102.',
])('does not read the company that calculates the pay from the note %j', (note) => {
  expect(readEmployerOf(` larchfield\n\n ${note}`)).toBeNull()
})

test.each([
  ['Larchway Pay Partners Limited', 'Agency: Quincefield People Ltd'],
  ['Larchway Umbrella', 'Agency: Quincefield People Ltd'],
  ['Larchway Contracting Ltd', 'Agency   Quincefield Nurses'],
  ['Larchway Pay Ltd', 'Recruitment agency: Quincefield People Ltd'],
])('reads the employer %s beside %j', (employer, agency) => {
  expect(readEmployerOf(`${employer}\n\n    ${agency}`)).toBe(employer)
})

test('reads the agency as the employer if no other company is named', () => {
  expect(readEmployerOf('Payslip\n\n    Agency: Quincefield People Ltd')).toBe('Quincefield People Ltd')
})

test.each([
  'A trading style of Larchway Staffing Ltd',
  'a trading name of Larchway Staffing Limited',
  'Part of the Larchway Group',
  'A division of Larchway Holdings plc',
  'Member of the Larchway Group plc',
])('reads the name above %j', (owner) => {
  expect(readEmployerOf(`Quincefield Driving Solutions\n${owner}\nUnit 9 Trident Way, Leeds LS1 1AA`)).toBe(
    'Quincefield Driving Solutions',
  )
  expect(readEmployerOf(`Quincefield\n${owner}\nUnit 9 Trident Way, Leeds LS1 1AA`)).toBe('Quincefield')
})

/** Reads the employer from lines of large type at the top of the page, which begin at the same edge. */
function readHeadline(...headline: string[]) {
  const pages = drawPages([
    ...headline.map((text, n): [number, [number, string]] => [20 + 13 * n, [40, text]]),
    [70, [40, 'Employee']],
    [82, [40, 'Ms Wilhelmina Oakapple']],
    [70, [320, 'NI number'], [420, 'QQ123456C']],
    [82, [320, 'Tax code'], [420, '1257L']],
    [100, [40, 'Salary'], to(300, '3,000.00')],
    [124, [40, 'PAYE'], to(300, '-365.60')],
    [136, [40, 'NI'], to(300, '-156.16')],
    [160, [40, 'Net pay'], to(300, '2,478.24')],
  ]).map((page) => ({
    ...page,
    words: page.words.map((word) => (word.y < 60 ? { ...word, size: 12 } : word)),
  }))
  return parsePayslip(pages).submission?.employment_information.employer_name
}

test.each([
  ['Quince Barrow', 'Estate Agents LLP'],
  ['Larchway & Quince', 'Homes (North) Ltd'],
  ['The Larchway Community', 'Housing Association Limited'],
  ['Larchway Fisheries and', 'Harbour Company plc'],
])('joins the employer %j of a headline on two lines with %j', (...lines) => {
  expect(readHeadline(...lines)).toBe(lines.join(' '))
})

test.each([
  ['Larchway Bakery', 'Larchway Foods Ltd'],
  ['Pay advice', 'Larchway Foods Ltd'],
  ['Ms Joan Larch', 'Larchway Foods Ltd'],
])('does not join the headline %j with the name %j below it', (first, second) => {
  expect(readHeadline(first, second)).not.toBe(`${first} ${second}`)
})

test.each([
  'Flu vaccination clinics run every Tuesday. Check your',
  'Tax codes have been changed by HMRC this month.',
  'Flu clinics are held every Tuesday',
  'Season ticket loans',
])('does not read the message %j beside the label of the employer', (message) => {
  const employer = 'LARCHWAY HOSPITALS NHS TRUST'
  const note = `    EMPLOYER                                         ${message}\n    ${employer}`
  expect(readEmployerOf(note)).toBe(employer)
})

test('reads no employer from a message beside its label', () => {
  expect(readEmployerOf('    EMPLOYER           Flu clinics are held every Tuesday')).toBeNull()
})

test('reads the employer IS Solutions Ltd beside its label', () => {
  expect(readEmployerOf('    Employer:     IS Solutions Ltd')).toBe('IS Solutions Ltd')
})

test.each([
  'Quill & Larch Payroll Bureau\n    on behalf of Larchway Housing Association',
  'Payslip prepared by Quill Payroll on behalf of Larchway Housing Association',
  'Issued on behalf of Larchway Housing Association',
])('reads the employer for which a bureau prepares the payslip from %j', (text) => {
  expect(readEmployerOf(text)).toBe('Larchway Housing Association')
})

test.each([
  ['Transpeak Buses\nOperated by Larchway Transport Limited', 'Larchway Transport Limited'],
  ['Larchway Leisure Centre\nRun by Quincefield Trust, a charity', 'Quincefield Trust'],
  [
    'Quill Payroll Bureau              Fortnightly\nPayslip prepared for: Larchway Care Ltd',
    'Larchway Care Ltd',
  ],
  ['Quill & Co Accountants LLP\nClient: Larchway Care Ltd', 'Larchway Care Ltd'],
  ['Company: 0371 Larchway Care Ltd', 'Larchway Care Ltd'],
  ['Employer: Larchway Care Ltd (Ref 120/AB123)', 'Larchway Care Ltd'],
  ['Employing entity: Larchway Care Limited', 'Larchway Care Limited'],
  ['Agency: Quincefield People Ltd     Umbrella: Larchway Care Ltd', 'Larchway Care Ltd'],
  ['Larchway Care Ltd (in administration)', 'Larchway Care Ltd'],
  ['Payslip for Osric Tarnowski from Larchway Care Ltd', 'Larchway Care Ltd'],
  ['24 Hour Care Ltd', '24 Hour Care Ltd'],
  ['Osric’s payslip from Larchway Bakers', 'Larchway Bakers'],
  ['Your pay from Larchway Bakers Ltd for June 2025', 'Larchway Bakers Ltd'],
  [
    'Larchway Bakers Ltd\n\nContributions are paid on behalf of Quill Pension Trustees Ltd',
    'Larchway Bakers Ltd',
  ],
])('reads from %j the employer %s', (text, employer) => {
  expect(readEmployerOf(text)).toBe(employer)
})

test.each([
  ['Employed by Larchway Services Limited, a subsidiary of Larchway LLP.', 'Larchway Services Limited'],
  ['You are employed by Larchway Services Ltd, not by the client.', 'Larchway Services Ltd'],
  ['Issued on behalf of LARCHWAY INSURANCE SERVICES LTD', 'LARCHWAY INSURANCE SERVICES LTD'],
  ['Issued by Larchway Stores plc, Tyne House, Gateshead. Keep this payslip safe.', 'Larchway Stores plc'],
  ['Quill Payroll Bureau Ltd is not your employer.', null],
])('reads from the note %j the employer %s', (note, employer) => {
  const { submission } = parsePayslip(
    drawText(`PAYROLL SERVICES BUREAU BY QUILL

    Name                 NI number        Tax code     Pay date
    Osric Tarnowski      QQ123456C        1257L        27 June 2025

    Salary                           1,650.00
    Tax                                120.40
    Net pay                          1,529.60

${note}`),
  )
  expect(submission?.employment_information.employer_name).toBe(employer)
})

test('reads no employer from the title of the earnings in a sentence', () => {
  const { submission } = parsePayslip(
    drawText(`Larchway Joinery & Fit-Out

    Name                 NI number        Tax code     Pay date
    Osric Tarnowski      QQ123456C        1257L        27 June 2025

    What we paid you
    Salary                           1,650.00
    What came off
    Tax                                120.40
    In your bank                     1,529.60`),
  )
  expect(submission?.employment_information.employer_name).toBe('Larchway Joinery & Fit-Out')
})

test('reads name and job title below captions, two of which may also be titles of columns', () => {
  const { submission } = parsePayslip(
    drawText(`                      PAYSLIP
COLLEAGUE          NUMBER     STORE        JOB                  HRS      TAX CODE   NI NUMBER     PAY DATE
OSRIC TARNOWSKI    20418837   0312 ASHBY   CUSTOMER ASSISTANT   25.00    1257L      QQ123456C     26 JUN 2026

    Salary                           1,650.00
    Tax                                120.40
    Net pay                          1,529.60`),
  )
  expect(submission?.identity_information.name).toBe('OSRIC TARNOWSKI')
  expect(submission?.employment_information).toMatchObject({
    employer_name: null,
    role: 'CUSTOMER ASSISTANT',
  })
})

test.each([
  'Larch Print & Copy Limited',
  'Quincefield Sheet Metal Ltd',
  'Page & Larch Ltd',
  'Date Palm Foods plc',
  'Larch Advice Services Ltd',
])('reads the employer %s, whose name has a word of documents, at the foot', (employer) => {
  const text = `
    Name                 NI number        Tax code     Pay date
    Osric Tarnowski      QQ123456C        1257L        27 June 2025

    Salary                           1,650.00
    Tax                                120.40
    Net pay                          1,529.60

 ${employer}                                  Employer PAYE Ref: 362/RP00718`
  expect(parsePayslip(drawText(text)).submission?.employment_information.employer_name).toBe(employer)
})

test.each(['Pay Advice Larch Ltd', 'Page 2 Larch Ltd', 'Office copy Larch Ltd', 'Payslip copy Larch Ltd'])(
  'takes %j neither for the name nor for a part of it',
  (text) => {
    expect(readEmployerOf(text)).not.toBe(text)
  },
)
