import { expect, test } from 'vitest'
import { drawText } from '../../../../test/extraction/payslip-page.ts'
import { parsePayslip } from '../parse.ts'

const pay = `
    Salary                           1,650.00
    Tax                                120.40
    Trade union                         16.90
    National Insurance                  48.16
    Net pay                          1,464.54`

function readRole(text: string) {
  const { submission, certified } = parsePayslip(
    drawText(
      `Larch & Yew Ltd\n Employee: Ms Amara Nwosu\n NI number AB123456C   Tax code 1257L   Pay date 30 January 2026\n${text}\n${pay}`,
    ),
  )
  return { role: submission?.employment_information.role ?? null, certified }
}

test.each([
  ['Post(s): 20117-1 Social Worker, Grade 9', 'Social Worker, Grade 9'],
  ['Post: 0417 Home Carer', 'Home Carer'],
  ['Job title: Operations Manager. Annual salary: £62,000.04. Paid by BACS.', 'Operations Manager'],
  ['Post: Gofalwraig / Carer', 'Gofalwraig / Carer'],
  ['Post: 01 Highways Officer', 'Highways Officer'],
  ['Position: P00482 - Staff Nurse', 'Staff Nurse'],
  ['Job title: H204417-01 Lecturer', 'Lecturer'],
  ['Post: 31840/2: School Cleaner', 'School Cleaner'],
  ['Job: (20117) Social Worker', 'Social Worker'],
  ['Job: 12 - Cleaner', 'Cleaner'],
  ['Post: 1 Library Assistant', 'Library Assistant'],
  ['Job title: Social Worker (20117-1)', 'Social Worker'],
  ['Job title: Baker - 20117', 'Baker'],
])('reads the job title of %j without the number of the post', (line, role) => {
  expect(readRole(line).role).toBe(role)
})

test.each([
  '360 Excavator Operator',
  '24/7 Support Engineer',
  '1st Line Support Engineer',
  'Staff Nurse Band 5',
  'Teacher (Year 3)',
])('keeps the numbers of the job title %j', (role) => {
  expect(readRole(`Job title: ${role}`).role).toBe(role)
})

test.each([
  '2 (see below)',
  '2 posts',
  'See overleaf',
  'Various',
  'N/A',
  'Multiple (see table)',
  'Not stated',
])('reads no job title from %j', (text) => {
  expect(readRole(`Posts held: ${text}`).role).toBeNull()
})

test.each([
  'Title: Mrs',
  'Office: Leeds',
  'Assignment: Tallis Rail',
  'Grade: Band 5',
  'Appointment: Permanent',
  'Position: Full time',
  'Role: Weekly',
  'Post: ABC20117',
  'Tax paid since 6 April 2025 in this job: £144.00 on pay of £720.38.',
])('reads no job title from %j', (line) => {
  expect(readRole(line).role).toBeNull()
})

test.each([
  ['Grade: Hydrologist Grade 6', 'Hydrologist Grade 6'],
  ['Office held: Company Secretary', 'Company Secretary'],
  ['Title: Stock Controller', 'Stock Controller'],
  ['Job: Night Replenishment', 'Night Replenishment'],
  ['Job title     Kitchen Assistant (Leaver)', 'Kitchen Assistant (Leaver)'],
  ['Assignment role     Reach Truck Driver', 'Reach Truck Driver'],
  ['Main job title: Cleaner', 'Cleaner'],
  ['Rank/Rate     ABLE RATE', 'ABLE RATE'],
])('reads the job title of %j', (line, role) => {
  expect(readRole(line).role).toBe(role)
})

test.each([
  ['Assignment: Tallis Rail - Track Engineer', 'Track Engineer'],
  ['Assignment: Tallis Resourcing – Cover Supervisor', 'Cover Supervisor'],
  ['Assignment: Support Worker - Nights', 'Support Worker - Nights'],
  ['Job title: Nurse Lead - Team Manager', 'Nurse Lead - Team Manager'],
])('separates the client of an assignment from the job title of %j', (line, role) => {
  expect(readRole(line).role).toBe(role)
})

test('reads no job title if its label refers to several posts', () => {
  const posts = ' Post 01 Cleaning Operative, Grange Primary\n Post 02 Midday Supervisor, Grange Primary'
  expect(readRole(`Posts held: 2 (see below)\n${posts}`).role).toBeNull()
})

test('does not read the deduction TRADE UNION as a trade', () => {
  expect(readRole('').role).toBeNull()
  expect(readRole(' POST     REFUSE LOADER').role).toBe('REFUSE LOADER')
})

test.each(['With thanks and all good wishes, Marian', 'Marian Bellweather', 'Kind regards, Nurse Marian'])(
  'reads no job title from the line %j below a sentence that ends with a word like a label',
  (line) => {
    const note = 'Payment is into the account that you gave us in June. The P45 will follow by'
    expect(readRole(` ${note}\n post.\n ${line}`).role).toBeNull()
  },
)

test.each(['Kind regards, Nurse Marian', 'You are welcome to call us'])(
  'reads no job title from %j',
  (text) => {
    expect(readRole(`Post: ${text}`).role).toBeNull()
  },
)

test('certifies no identity with a job title that has an unexplained number', () => {
  expect(readRole('Job title: Cleaner').certified).toContain('identity')
  expect(readRole('Job title: Cleaner 7 of 12').certified).not.toContain('identity')
})

test.each(['Athrawes / Teacher', 'Colleague'])(
  'reads the job title %j, which may also be a label',
  (role) => {
    expect(readRole(`Job title:     ${role}`).role).toBe(role)
  },
)

test('reads the job title Teacher below its caption in a row of three boxes', () => {
  const top =
    ' Name             Post                   NI number\n Amara Nwosu      Athrawes / Teacher     AB123456C'
  const { submission } = parsePayslip(
    drawText(`Larch & Yew Ltd\n\n${top}\n\n Tax code 1257L   Pay date 30 January 2026\n${pay}`),
  )
  expect(submission?.identity_information.name).toBe('Amara Nwosu')
  expect(submission?.employment_information.role).toBe('Athrawes / Teacher')
})

test('reads the job title below the name in the header if the name is repeated above the address', () => {
  const { submission } = parsePayslip(
    drawText(`The Lantern Trust for Older People                     Month 2 ending 31 May 2026

Bethan Quarmby               NI number AB123456C        Paid 28 May 2026
Volunteer Coordinator        Tax code 1257L
${pay}

   Bethan Quarmby
   2 Stackyard Cottages
   Malton
   YO17 6WB`),
  )
  expect(submission?.employment_information.role).toBe('Volunteer Coordinator')
  expect(submission?.income_information.pay_interval_end).toBe('2026-05-31')
})

test.each(['RANK/GRADE', 'Rank / Grade', 'Post/Grade', 'Title/Position', 'Job Profile', 'Business Title'])(
  'reads the job title below %s',
  (label) => {
    const { submission } = parsePayslip(
      drawText(`Larkmoor Police Authority

    PAY NO     SURNAME AND INITIALS      ${label.padEnd(24)}TAX PERIOD
    P04417     NWOSU A                   CONSTABLE               07

    NI NUMBER      TAX CODE     PAY DATE
    AB123456C      1257L        31.10.2025
${pay}`),
    )
    expect(submission?.employment_information.role).toBe('CONSTABLE')
  },
)

test.each(['The Coach House', "Gardener's Cottage", 'Porter Lodge', 'Old Baker Mews', 'The Clerk’s Barn'])(
  'reads no job title from the house %j below the name',
  (house) => {
    const { submission } = parsePayslip(
      drawText(`Larch & Yew Ltd\n NI number AB123456C   Tax code 1257L   Pay date 30 January 2026
${pay}

    Ms Amara Nwosu
    ${house}
    Chislehurst Lane
    Bickley, Kent
    BR1 2ZZ`),
    )
    expect(submission?.employment_information.role).toBeNull()
  },
)

test.each([
  ['0066182-1 Teaching Assistant Level 2', 'Teaching Assistant Level 2'],
  ['0066182/1 Senior Planning Officer', 'Senior Planning Officer'],
  ['0066182-1 Swimming Teacher (Sessional)', 'Swimming Teacher (Sessional)'],
])('reads the job title of the post %j above its earnings', (post, role) => {
  expect(readRole(` ${post}\n   Basic pay       1,650.00`).role).toBe(role)
  expect(readRole(` ${post.replace(' ', '    ')}\n   Basic pay       1,650.00`).role).toBe(role)
  expect(
    readRole(` ${post}\n   Basic pay       1,550.00\n 0066182-2 Cleaner\n   Hours       100.00`).role,
  ).toBe(role)
})

test.each(['0066182-1 Teaching Assistant Level 2', '0066182-1 Basic pay for hours'])(
  'reads no job title from the row %j with an amount',
  (row) => {
    expect(readRole(` ${row}      1,650.00`).role).toBeNull()
  },
)

test.each([
  ['POST', '001', 'CLEANER BASIC'],
  ['POST', 'LDR', 'RELIEF DRIVER BASIC'],
  ['JOB', '12', 'CARE ASSISTANT'],
])('reads no job title below the title %s of a column with units and rates', (title, post, line) => {
  const { submission } = parsePayslip(
    drawText(`Larkmoor District Council

    NAME             NI NUMBER     TAX CODE     PAY DATE
    AMARA NWOSU      AB123456C     1257L        30/01/2026

    ${title} PAY AND ALLOWANCES         UNITS     RATE      AMOUNT     DEDUCTIONS         AMOUNT
    ${post}   ${line.padEnd(24)}100.00   16.5000    1,650.00     TAX                120.40
                                                                NI                  48.16

    NET PAY         1,481.44`),
  )
  expect(submission?.employment_information.role).toBeNull()
})

test.each(['Nursery Practitioner Level 3', 'Teaching Assistant Grade 4', 'Lorry Driver Class 2'])(
  'reads the job title %s behind its label without a colon',
  (role) => {
    const { submission } = parsePayslip(
      drawText(`Larch & Yew Ltd\n Employee: Ms Amara Nwosu\n Job ${role}\n Tax code: 1257L\n${pay}`),
    )
    expect(submission?.employment_information.role).toBe(role)
  },
)

test('reads no job title from a number behind a word like a label', () => {
  expect(readRole('Job Ref 20117').role).toBeNull()
  expect(readRole('Assignment Week 7').role).toBeNull()
})

test.each(['Driver', 'Carer'])('reads no job title from the label %s of a name', (label) => {
  const { submission } = parsePayslip(
    drawText(`Larchway Driver Hire\n ${label}: MR EUAN BAIRD     No: 0091     NINO: AB123456C\n${pay}`),
  )
  expect(submission?.identity_information.name).toBe('MR EUAN BAIRD')
  expect(submission?.employment_information.role).toBeNull()
})

test.each([
  ['Head of Geography', 'Head of Geography', 'Head of Geography'],
  ['Head of Geography', 'Cover Teacher', null],
  ['Leisure Centre', 'Leisure Centre', null],
])('reads from the column Role with %s and %s: %s', (first, second, role) => {
  const { submission } = parsePayslip(
    drawText(`Larkmoor Academy Trust

    Name             NI number     Tax code     Pay date
    Amara Nwosu      AB123456C     1257L        30/01/2026

    Element           Role                   Units     Rate      Amount
    Salary            ${first.padEnd(40)} 1,550.00
    TLR allowance     ${second.padEnd(40)}   100.00
    Total payments                                              1,650.00

    Tax                                                           120.40
    NI                                                             48.16
    Net pay                                                     1,481.44`),
  )
  expect(submission?.employment_information.role).toBe(role)
})

/** Reads name and job title from lines that do not all have labels. */
function readPerson(text: string) {
  const { submission } = parsePayslip(
    drawText(
      `Larch & Yew Ltd\n\n${text}\nNI number AB123456C   Tax code 1257L   Pay date 30 January 2026\n${pay}`,
    ),
  )
  return [submission?.identity_information.name, submission?.employment_information.role]
}

test.each([
  ['Amara Nwosu\nWorks No 19   Groundworker', 'Groundworker'],
  [
    'Amara Nwosu               Employee no. 61204477\nTeam Leader, Bakery       Store 1182 Ashby',
    'Team Leader, Bakery',
  ],
  ['Amara Nwosu\nPaid by BACS. Office Manager. NI letter A, basis cumulative.', 'Office Manager'],
  ['Amara Nwosu, Senior Associate (Disputes)', 'Senior Associate (Disputes)'],
  ['Amara Nwosu · 61204477 · Store Assistant · Ashby', 'Store Assistant'],
  ['Amara Nwosu - Night Porter - Ashby', 'Night Porter'],
  ['Amara Nwosu\nEmp 0417 / Site Engineer / Leeds', 'Site Engineer'],
  ['PC 2217 Amara Nwosu\nRank: Police Constable', 'Police Constable'],
  ['2217 Amara Nwosu\nFinance Officer', 'Finance Officer'],
  ['Employee      0338 Amara Nwosu\nDepot / Job   Seaham / Bus Driver PCV', 'Bus Driver PCV'],
  ['Employee      Job / Depot\nAmara Nwosu   Bus Driver / Seaham', 'Bus Driver'],
  ['Employee     Amara Nwosu\nContract     Senior Care Assistant - Nights', 'Senior Care Assistant - Nights'],
  ['Employee     Amara Nwosu\nEmployed as: Night Porter since 4 May 2019', 'Night Porter'],
  ['Employee     Amara Nwosu\nGrade        Driver (Qualified)', 'Driver (Qualified)'],
  ['Employee          Position / Grade\nAmara Nwosu       Kitchen Porter / 4', 'Kitchen Porter'],
  [
    'Employee          Job title & dept      Basis\nAmara Nwosu       Kitchen Porter        Cumulative',
    'Kitchen Porter',
  ],
  ['Amara Nwosu (0417), Kitchen Porter', 'Kitchen Porter'],
  ['Emp: 0417 Amara Nwosu   Occ: Kitchen Porter', 'Kitchen Porter'],
  ['Employee 0417 - Amara Nwosu - Kitchen Porter', 'Kitchen Porter'],
  ['Pay for Amara Nwosu, Kitchen Porter, week 14', 'Kitchen Porter'],
  ['Name   Amara Nwosu       Job   SA04 Sales Assistant', 'Sales Assistant'],
  ['Name   Amara Nwosu       Job   Sales Assistant (SA04)', 'Sales Assistant'],
  ['Name   Amara Nwosu       Job title:        Department: Catering', null],
  ['Name   Amara Nwosu       Job   Monthly', null],
  ['Employee     Amara Nwosu\nContract     Permanent', null],
  ['Employee     Amara Nwosu\nGrade        Senior 2', null],
  ['Employee     Amara Nwosu\nStaff group  Nursing', null],
  ['Employee     Amara Nwosu\nReports to   Head Chef', null],
  [
    'Amara Nwosu               Line manager: Osric Bell, Finance Officer\nQueries: Payroll Officer, ext 4417',
    null,
  ],
])('reads from %j the job title %s', (text, role) => {
  expect(readPerson(text)).toEqual(['Amara Nwosu', role])
})
