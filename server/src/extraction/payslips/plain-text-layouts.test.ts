import { expect, test } from 'vitest'
import { drawText } from '../../../test/extraction/payslip-page.ts'
import { parsePayslip } from './parse.ts'

// Payslips of small employers and bureaux, drawn in fixed-pitch type.

function read(text: string) {
  const { submission } = parsePayslip(drawText(text))
  const income = submission?.income_information
  return {
    name: submission?.identity_information.name,
    role: submission?.employment_information.role,
    employer: submission?.employment_information.employer_name,
    payDate: income?.pay_date,
    frequency: income?.pay_frequency,
    taxCode: income?.tax_code,
    gross: income?.earnings.gross_pay,
    net: income?.earnings.net_pay,
    total: income?.deductions.total_deductions,
    tax: income?.deductions.income_tax,
    ni: income?.deductions.employee_ni,
    year: income?.earnings.year_to_date,
    earnings: income?.earnings.earning_elements.map(({ description, quantity, rate, amount }) =>
      [description, ...(quantity ? [quantity, rate] : []), amount].join(' '),
    ),
    deductions: income?.deductions.deductions_elements.map(
      ({ description, amount }) => `${description} ${amount}`,
    ),
  }
}

test.each(['Net to pay (bank transfer)', 'In your envelope', 'Net amount to your bank'])(
  'reads a wages slip whose deductions begin with Less, with the net pay called %s',
  (label) => {
    const slip = read(`
      R & S Scaffolding
      WAGES SLIP
      Name: Wayne Dobbs
      Week ending: 14 November 2025
      Tax code: 1100L X           NI no: CE301556B

      Wages  45 hours @ £15.50                            £697.50
      Saturday  5 hours @ £23.25                          £116.25
      Less tax                                            £120.40
      Less National Insurance                              £45.74
      Less tools repayment                                 £20.00
      ${label.padEnd(50)}£627.61`)
    expect(slip).toMatchObject({ net: '627.61', tax: '120.40', ni: '45.74' })
    expect(slip.earnings).toEqual(['Wages 45.00 15.50 697.50', 'Saturday 5.00 23.25 116.25'])
    expect(slip.deductions).toEqual(['tax 120.40', 'National Insurance 45.74', 'tools repayment 20.00'])
  },
)

test('takes Less above the gross pay as a negative payment', () => {
  const slip = read(`
    Larkspur Nursery Ltd       Payslip
    Employee: Nadia Farouk     Tax code: 1257L     NI: NF123456A
    Payments
    Salary                          1,650.00
    Less unpaid leave                 150.00
    Gross pay                       1,500.00
    Deductions
    Tax                                90.40
    National Insurance                 36.16
    Total deductions                  126.56
    Net pay                         1,373.44`)
  expect(slip.earnings).toEqual(['Salary 1650.00', 'unpaid leave -150.00'])
  expect(slip.gross).toBe('1500.00')
})

test('reads lines of 0.00 among the deductions', () => {
  const slip = read(`
    Gwalia Slate & Stone Ltd
    Employee Nerys Mai Bebb          Pay date   28 Nov 2025
    Tax code C1131N                  NI number  LR205593A
    Element                      This pay   Year to date
    Basic hours                    563.50     15,795.50
    Gross                          563.50     15,795.50
    PAYE income tax (refund)        22.40     -1,561.60
    National Insurance              -6.36       -605.40
    Student loan plan 1              0.00          0.00
    Net                            579.54     13,628.50`)
  expect(slip.tax).toBe('-22.40')
  expect(slip.year).toMatchObject({ total_tax_paid: '1561.60', total_ni_paid: '605.40' })
  expect(slip.deductions).toContain('Student loan plan 1 0.00')
  const unpaid = read(`
    Dolly's Sandwich Bar
    Your pay this week
    Employee:  Reece Amponsah     NI number: TY903371A      Tax code: 1257L
    Wages  21.5 hrs @ £10.00               £215.00
    Less tax                                 £0.00
    Less NI                                  £0.00
    Take home                              £215.00`)
  expect(unpaid).toMatchObject({ tax: '0.00', ni: '0.00', net: '215.00' })
  expect(unpaid.earnings).toEqual(['Wages 21.50 10.00 215.00'])
})

test('reads a list whose totals are in a second column, beside the last row', () => {
  const slip = read(`
    Hollow Oak Farm
    Wages for the week ending Friday 7 November 2025
    To: Bryn Pugh                         NI: AB123456D    Code: 1257L

    38 hrs ordinary time  @ 12.50                     475.00
    4 hrs Sunday          @ 18.75                      75.00
                                                      550.00
    Tax                                    61.60
    National Insurance                     24.64
    Rent of cottage                        40.00      126.24
    Paid to you                                       423.76`)
  expect(slip).toMatchObject({ gross: '550.00', total: '126.24', net: '423.76' })
  expect(slip.earnings).toEqual(['ordinary time 38.00 12.50 475.00', 'Sunday 4.00 18.75 75.00'])
  expect(slip.deductions).toContain('Rent of cottage 40.00')
})

test('takes a total with another name as the gross pay if the rows above add up to it', () => {
  const slip = read(`
    MERIDIAN CHARITY TRUST           Earnings statement
    Name  Ewan Galbraith     Tax code S1257L   NI number SC445544A
    Salary                           2,083.33
    Unpaid leave (2 days)             -192.31
    Pension (salary sacrifice)        -104.17
    Gross taxable pay                1,786.85
    Income tax                        -147.80
    National Insurance                 -59.10
    Give As You Earn                   -10.00
    You receive                      1,569.95`)
  expect(slip.gross).toBe('1786.85')
  expect(slip.earnings).toHaveLength(3)
  expect(slip.deductions).toContain('Give As You Earn 10.00')
})

test('reads a gross pay with hours and rate as the only payment', () => {
  const slip = read(`
    J Harker & Sons            Wages
    Employee: Peter Lowe  (labourer)    Code: 1257L cum     NI: PL767676D
    Gross wages   40 hrs at £13.50      £540.00
    PAYE                  £59.60
    N.I.                  £23.84
    Total stoppages                      £83.44
    Net wages paid by cheque 100231     £456.56`)
  expect(slip).toMatchObject({ gross: '540.00', net: '456.56', name: 'Peter Lowe', role: 'labourer' })
  expect(slip.earnings).toEqual(['Gross wages 40.00 13.50 540.00'])
})

const pay = `
    Salary                           1,650.00
    Tax                                120.40
    National Insurance                  48.16
    Net pay                          1,481.44`

test.each([
  [
    'Crag View Care Home\n Payslip\n Sharon Addison     Senior Carer     Emp 3391',
    'Sharon Addison',
    'Senior Carer',
  ],
  [
    'Larch Ltd\n Employee: 20417 Dr Amara Nwosu\n Post 1  Lecturer in Chemistry (0.6 FTE)',
    'Dr Amara Nwosu',
    'Lecturer in Chemistry',
  ],
  ['Larch Ltd\n Employee:  Isla Drummond-Kerr Warehouse Operative', 'Isla Drummond-Kerr', undefined],
  ['Larch Ltd\n Maisie Dunn, counter assistant', 'Maisie Dunn', 'counter assistant'],
  ['Larch Ltd          Salary slip for Ms Nadia Farouk       January 2026', 'Ms Nadia Farouk', undefined],
  [
    'Larch Ltd\n Who          Jordan Blythe\n What you do  Warehouse team leader',
    'Jordan Blythe',
    'Warehouse team leader',
  ],
])('reads name and job title of %j', (top, name, role) => {
  const slip = read(`${top}\n NI number AB123456C   Tax code 1257L   Pay date 30 January 2026\n${pay}`)
  expect(slip.name).toBe(name)
  if (role) expect(slip.role).toBe(role)
})

test('reads the employer before the title of the document', () => {
  expect(read(`Foxglove Bakery - pay slip\n Name: Maisie Dunn   Code: 1257L\n${pay}`).employer).toBe(
    'Foxglove Bakery',
  )
})

test('reads a tax code in the label of the tax', () => {
  expect(read(`Foxglove Ltd\n Name: Maisie Dunn\n${pay.replace('Tax        ', 'Tax (1257L)')}`).taxCode).toBe(
    '1257L',
  )
})

test('infers the pay frequency from the number of the tax period', () => {
  const top = 'Larch Ltd\n Employee: Jo Bell    NI number AB123456C   Tax code 1257L'
  expect(read(`${top}\n Tax Period: 10   Payment Date: 15/01/2026\n${pay}`).frequency).toBe('monthly')
  expect(read(`${top}\n Tax Period: 41   Payment Date: 15/01/2026\n${pay}`).frequency).not.toBe('monthly')
})

test('reads year-to-date totals of a table and of a row of captions', () => {
  const table = read(`
    Bluebell Dental Practice LLP       Payslip
    Employee name    Chloe Ann Winterbottom    Tax code  1257L M1    NI number    RT121212B
    Payments
    Description                 Qty      Rate      This period    Year to date
    Salary                                            2,066.67       17,400.03
    Statutory sick pay         3 days    23.75           71.25           71.25
    Total                                             2,137.92       17,471.28
    Deductions
    PAYE tax                                            217.80        1,780.20
    Employee NI                                          87.19          712.08
    Total                                               304.99        2,492.28
    Net pay                                           1,832.93       14,979.00`)
  expect(table.earnings).toContain('Statutory sick pay 3.00 23.75 71.25')
  expect(table.year?.gross_pay).toBe('17471.28')
  const captions = read(`
    GREENMOOR UNITARY COUNCIL
    Employee Name  Ms H Adeyemi-Ross     Tax Code  1257L    NI Number  AC302010A
    ${pay}
    Cumulatives      Gross Pay  Taxable Pay       Tax      NI
    This Employment  21,804.11    20,539.47  1,993.20  893.20`)
  expect(captions.year).toMatchObject({ gross_pay: '21804.11', total_tax_paid: '1993.20' })
})

test('finds the pay date behind an account number', () => {
  const slip = read(`
    Your payslip                    Parcelwing Logistics Limited
    Paid into your account ending 4471 on Thursday 27 November 2025
    Name         Jordan Blythe      Tax code 1257L
    ${pay}`)
  expect(slip.payDate).toBe('2025-11-27')
})
