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

test('reads a column of the word less before the deductions', () => {
  const slip = read(`
    Larkspur Nursery Ltd       Payslip
    Worker: Nadia Farouk       Tax code: 1257L     NI: NF123456A
    Standard hours   40.00      13.75              550.00
                         Total gross               550.00
                         less     PAYE tax          61.60
                         less     NI                24.64
                         less     Uniform            5.00
                         AMOUNT PAID TO BANK       458.76
    Cumulative (this employment):
    gross 3,048.30      tax 210.00                    NI 127.71`)
  expect(slip.deductions).toEqual(['PAYE tax 61.60', 'NI 24.64', 'Uniform 5.00'])
  expect(slip.year).toMatchObject({ gross_pay: '3048.30', total_tax_paid: '210.00', total_ni_paid: '127.71' })
})

test('reads the net pay below a greeting, and a tax refund with a plus sign in one list', () => {
  const slip = read(`
    Harefinch Stores                                    Payslip
    Hi Mrs Joan Oakapple, here is what you took home
    £858.34
    in your bank on Friday 9 January 2026, for 7 December 2025 to 3 January 2026
    NI number QQ310266B       Tax code 1257L
    Basic hours          48.00 hrs at  £12.60       + £604.80
    Holiday hours        16.00 hrs at  £13.04       + £208.64
    Unpaid absence       -6.00 hrs at  £12.60        - £75.60
    Bank holiday extra    7.50 hrs at  £12.60        + £94.50
    Total pay before deductions                       £832.34
    Tax                                              + £27.00
    National Insurance                                - £0.00
    Lottery                                           - £1.00
    Total taken off                                   -£26.00`)
  expect(slip).toMatchObject({ gross: '832.34', net: '858.34', tax: '-27.00', total: '-26.00' })
  expect(slip.deductions).toEqual(['Tax -27.00', 'National Insurance 0.00', 'Lottery 1.00'])
})

test.each([
  ['a list without titles', '+ £', '- £', 'Sharesave     '],
  ['a row that begins with Holiday', '  £', '  £', 'Holiday club  '],
])('does not certify a changed tax that leaves out another deduction of %s', (_, plus, minus, other) => {
  const certify = (tax: string) =>
    parsePayslip(
      drawText(`
    Harefinch Stores Ltd                                Payslip
    Employee: Mrs Joan Oakapple
    NI number QQ123456C       Tax code 1257L      Pay date 28 November 2025
    Basic hours          40.00 hrs at  £15.00       ${plus}600.00
    Total pay before deductions                       £600.00
    Tax                                              ${minus}${tax}
    National Insurance                               ${minus}17.20
    Staff shop account                               ${minus}20.00
    ${other}                                   ${minus}40.00
    Total taken off                                  £122.80
    Net pay                                          £477.20`),
    ).certified
  expect(certify('45.60')).toContain('this_period')
  expect(certify('85.60')).not.toContain('this_period')
})

test.each([
  ['Hourly pay          40.00     13.75', '550.00'],
  ['Basic Pay - On-Call Retainer 75%   ', '550.00'],
  ['Basic pay arrears                  ', null],
  ['On-call allowance                  ', null],
])('reads the base salary of the line %s', (line, expected) => {
  const { submission } = parsePayslip(
    drawText(`
    Larkspur Nursery Ltd       Payslip
    Employee: Nadia Farouk     Tax code: 1257L     NI: NF123456A
    Payments            Hours     Rate       Amount
    ${line}        550.00
    Sundries                                  50.00
    Gross pay                                600.00
    Deductions
    Tax                                       61.60
    National Insurance                        24.64
    Net pay                                  513.76`),
  )
  expect(submission?.income_information.earnings.base_salary).toBe(expected)
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

test.each([
  [
    'name',
    ['Staff', 'Individual', 'Who', 'For', 'Name (employee)', 'Surname and first name'],
    'Orla Fennimore',
    'Orla Fennimore',
  ],
  [
    'role',
    ['Works as', 'What you do', 'Capacity', 'Title', 'Grade/post'],
    'Stock Controller',
    'Stock Controller',
  ],
  [
    'payDate',
    ['Check date', 'In bank on', 'Credited', 'Payment', 'Issued', 'Wages date'],
    '28 Nov 2025',
    '2025-11-28',
  ],
  ['employer', ['Payer', 'Trading name', 'Employer (legal name)'], 'Larch & Yew Ltd', 'Larch & Yew Ltd'],
  ['taxCode', ['Code in use', 'Code (tax)', 'Coding'], '1185L', '1185L'],
] as const)('reads the %s under its many captions', (field, captions, value, expected) => {
  for (const caption of captions) {
    const slip = read(`Payslip\n NI number AB123456C\n ${caption}: ${value}\n${pay}`)
    expect(slip[field], caption).toBe(expected)
  }
})

test('reads name, job title and employer of a line with separators', () => {
  const slip = read(`
    Hello, here is your pay
    Salary                             £2,333.33
    Tax to HMRC                          £257.00
    NI to HMRC                           £102.80
    You were paid                      £1,973.53
    Samuel Okonjo · Support Engineer · NI SA474747A · Tax code 1257L · Brightloop Ltd`)
  expect(slip).toMatchObject({
    name: 'Samuel Okonjo',
    role: 'Support Engineer',
    employer: 'Brightloop Ltd',
    tax: '257.00',
    ni: '102.80',
  })
})

test('reads quantities before the label, and labels for hours, rate and pounds in the row', () => {
  const before = read(`
    ELMET PRECISION ENGINEERING CO.
    Name: GRAHAM TATE    Tax Code: 1257L   NI: GT616161D
    Hours           Rate     Value         Deductions        Value
    39.00  Basic   15.10    588.90         Tax               85.20
     4.50  T+1/2   22.65    101.93         NI                35.90
                            690.83                          121.10
                                           Net Pay          569.73`)
  expect(before.earnings).toEqual(['Basic 39.00 15.10 588.90', 'T+1/2 4.50 22.65 101.93'])
  const inRow = read(`
    WAGE SLIP                     TREGENNA HOLIDAY PARK LTD
    Employee : Jago Hocking     Date : 12/09/25      Tax Code : 1257L
    Ordinary Hours : 40.00        Rate : 12.25      £ : 490.00
    Gross Pay                                       £ : 490.00
    Income Tax                                      £ :  49.60
    Net Pay                                         £ : 440.40`)
  expect(inRow.earnings).toEqual(['Ordinary Hours 40.00 12.25 490.00'])
  const anyUnit = read(`
    Vale Orchards Ltd
    Employee : Kasia Nowak       Tax Code : 1257L
    Picking   1,240 punnets @ 0.38        471.20
    Income Tax                             45.80
    Net Pay                               425.40`)
  expect(anyUnit.earnings).toEqual(['Picking 1240.00 0.38 471.20'])
})

test('takes Employer and Employee above an address as labels, not as titles of the list below', () => {
  const slip = read(`
    EMPLOYER            EMPLOYEE                 PAYMENT
    Vale Orchards       Ms Kasia Nowak           Date     18 July 2025
    Pomona Farm         22 Cider Row             Period   Week 15
    Hereford            Ledbury                  Code     1257L
    HR1 4XX             HR8 1YY

    Picking                                              489.60
    Income tax                                            49.60
    Caravan rent                                          69.93
    Net wages                                            370.07`)
  expect(slip).toMatchObject({ name: 'Ms Kasia Nowak', employer: 'Vale Orchards', net: '370.07' })
  expect(slip.deductions).toEqual(['Income tax 49.60', 'Caravan rent 69.93'])
})

test('keeps the columns of the period and the year below a subheading', () => {
  const slip = read(`
    AURORA RETAIL GROUP LTD
    Colleague: 4471902  Mrs Tanisha Brown     Tax code: 1257L    Tax period: 11
    PAYMENTS                       HOURS     RATE    AMOUNT       YTD
    Contracted hours              130.00    15.20  1,976.00  21,736.00
    TOTAL PAYMENTS                                 1,976.00  21,736.00
    DEDUCTIONS
    Income tax                                       185.60   2,938.60
    National Insurance                                74.24   1,175.32
    TOTAL DEDUCTIONS                                 259.84   4,113.92
    NET PAY                                        1,716.16  17,622.08`)
  expect(slip.year).toMatchObject({ total_tax_paid: '2938.60', net_pay: '17622.08' })
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

test('reads a row of captions behind Totals to date, the first value of which begins below that title', () => {
  const { year, gross } = read(`
    GREENMOOR FOODS LTD                                  STATEMENT OF EARNINGS
    NAME  MS H ADEYEMI-ROSS     TAX CODE  1257L    N.I. NUMBER  AC302010A
    PAY ELEMENT           HOURS      RATE     AMOUNT      DEDUCTION                  AMOUNT
    BASIC HOURS          160.00     18.75   3,000.00      PAYE TAX                   573.00
    SHIFT ALLOWANCE      160.00      2.62     419.20      NAT INS                    233.48
    GROSS PAY                               3,419.20      TOTAL DEDUCTIONS           806.48

    TOTALS TO DATE           GROSS    TAXABLE         TAX    NAT INS     PENSION
                         35,235.74  33,184.24    4,895.20   2,036.40    2,051.50

                                                          NET PAY                  2,612.72`)
  expect(gross).toBe('3419.20')
  expect(year).toMatchObject({
    gross_pay: '35235.74',
    total_taxable_earnings: '33184.24',
    total_tax_paid: '4895.20',
    total_ni_paid: '2036.40',
  })
})

test('finds the pay date behind an account number', () => {
  const slip = read(`
    Your payslip                    Parcelwing Logistics Limited
    Paid into your account ending 4471 on Thursday 27 November 2025
    Name         Jordan Blythe      Tax code 1257L
    ${pay}`)
  expect(slip.payDate).toBe('2025-11-27')
})

test('ignores remarks between label and amount', () => {
  const slip = read(`
    Atlas Tyre & Exhaust Centres Ltd
    Paid to .......         Miss Fenella Mackintosh-Ruiz
    NI No .........         RG075512C          Tax code ......         1257L
    Monthly salary                                               2,450.00
    Unpaid absence           13 days @ 128.95                   -1,676.35
    Gross pay                                                      773.65
    less
    Income tax               (refund)                               -8.20
    National Insurance                                               0.00
    Workplace pension        5% qualifying                          24.36
    Total deductions                                                16.16
    NET PAY                  into your bank                        757.49`)
  expect(slip).toMatchObject({ tax: '-8.20', net: '757.49' })
  expect(slip.earnings).toContain('Unpaid absence 13.00 128.95 -1676.35')
  expect(slip.deductions).toContain('Workplace pension 24.36')
})

test('reads numbered tables, with a total that names its formula', () => {
  const slip = read(`
    Meridian Rail Freight plc              Pay statement
    Employee  Mr Lucan Ferreira-Holt       NI no.  YL900316B     Tax code  K126

    1. Earnings                          2. Less
    Base pay               6,250.00      PAYE               5,403.67
    Annual bonus           9,000.00      NIC (A)              475.73
    Holiday purchase        -288.46      Private dental        18.75
    Gross                 14,961.54      Total less         5,898.15
    3. Net pay = 1 less 2                                   9,063.39`)
  expect(slip).toMatchObject({ gross: '14961.54', net: '9063.39', total: '5898.15' })
  expect(slip.deductions).toContain('Private dental 18.75')
})

test('reads amounts before their labels, with units behind the label', () => {
  const slip = read(`
    The Wren Foundation
    Salary advice for Marguerite Dubois-Hall
    Your tax code is 1257L.    National Insurance number AE148027C
         2,384.00       Support worker salary
           142.50       On-call, 5 sessions at 28.50
         2,526.50       gross pay
           284.60       less PAYE income tax
           124.24       less National Insurance
           408.84       total deductions
         2,117.66       NET PAY to your bank`)
  expect(slip.earnings).toEqual(['Support worker salary 2384.00', 'On-call 5.00 28.50 142.50'])
})

test('matches centred titles with right-aligned columns by order', () => {
  const slip = read(`
    Brackenfield Learning Trust
    EMPLOYEE NAME  Mr Jonathan Frith      NI NUMBER  NH184420B      TAX CODE  1257L
               Pay and allowances                 Hours        Rate              This month
    Salary                                                                                     3,210.58
    Invigilation                                        6.00         14.30                        85.80
                         Gross pay                                                             3,296.38
               Deduction                        This month                     Year to date
    Tax                                                     447.60                             2,948.40
    NI                                                      203.18                             1,345.10
    Union subscription                                       17.42                               121.94
               Total deductions                             668.20
    NET PAY                                               2,628.18`)
  expect(slip).toMatchObject({ tax: '447.60', ni: '203.18', total: '668.20', net: '2628.18' })
  expect(slip.year).toMatchObject({ total_tax_paid: '2948.40', total_ni_paid: '1345.10' })
})

test('takes a date in the printed tax week as the pay date', () => {
  const slip = read(`
    RAPIDFILL RECRUITMENT LTD         PAYE 120/RR551    TAX WEEK 41 17.01.25
    NAME MISS A KOWALCZYK           NI NO TR903352B     CODE 1257L
    ${pay}`)
  expect(slip.payDate).toBe('2025-01-17')
})

test('completes a pay date from the month of the payslip', () => {
  const slip = read(`
    Payslip
    Mrs D Farrow, gardener
    September 2025
    Pay for the month: £412.00
    Less tax (code BR): £82.40
    Paid to you by bank transfer on 30 September: £329.60
    Lady C. Wetherington-Moss`)
  expect(slip).toMatchObject({
    payDate: '2025-09-30',
    name: 'Mrs D Farrow',
    role: 'gardener',
    employer: 'Lady C. Wetherington-Moss',
    net: '329.60',
  })
})

test('separates labels and amounts that are joined by leader dots', () => {
  const slip = read(`
    Loch Ardle Hotels Ltd
    Confidential: Eilidh MacCrimmon, Night Duty Manager (LA-221)
    Tax code S1257L      NI number YB284691A
    What you earned
    Salary..............................................3,333.33
    Pension salary exchange.............................-166.67
    Gross pay after exchange............................3,166.66
    What was taken off
    Scottish income tax...................................458.97
    Total taken off.......................................458.97
    What you receive....................................2,707.69`)
  expect(slip).toMatchObject({
    gross: '3166.66',
    tax: '458.97',
    name: 'Eilidh MacCrimmon',
    role: 'Night Duty Manager',
  })
})

test('reads year-to-date amounts of a sentence about the first payslip of the year', () => {
  const slip = read(`
    Spindle Homeware Group Ltd
    Name  Marguerite Achterberg      Tax code 1257L      NI number ZR884016C
    ${pay}
    This is your first payslip of the tax year, so your totals are the same as this month: pay
    £1,650.00, tax £120.40, National Insurance £48.16.`)
  expect(slip.year).toMatchObject({ gross_pay: '1650.00', total_tax_paid: '120.40', total_ni_paid: '48.16' })
})

test('refuses a statement of payments to a subcontractor', () => {
  const { submission } = parsePayslip(
    drawText(`
      Mallory Construction Group
      REMITTANCE ADVICE / CIS PAYMENT AND DEDUCTION STATEMENT
      To: J Tranter Plastering       Contractor PAYE ref: 516/MC2210
      Labour                          3,630.00
      Gross amount                    3,630.00
      Less CIS deduction at 20%         726.00
      Net amount paid                 2,904.00`),
  )
  expect(submission).toBeNull()
})

test('reads a list below the titles of the period and the year alone', () => {
  const slip = read(`
    Employee: Lorna Quayle        Employer: Isle View Hotel Ltd
    Tax code: 1257L  NI number: LA585858A  Pay date: 29/08/2025
                             THIS PERIOD        YEAR TO DATE
    SALARY                      1,866.67            9,333.35
    LIVE IN DEDUCTION            -295.00           -1,475.00
    PAYE TAX                     -163.60             -818.00
    NI                            -65.49             -327.45
    NET PAY                     1,342.58            6,712.90
    GROSS PAY                   1,866.67            9,333.35`)
  expect(slip.earnings).toEqual(['SALARY 1866.67'])
  expect(slip.deductions).toContain('LIVE IN DEDUCTION 295.00')
  expect(slip.year?.total_tax_paid).toBe('818.00')
})

test('leaves a vertical rule of letters out of the descriptions', () => {
  const slip = read(`
    HOLLINS FORGE LTD                             PAY ADVICE WEEK 34
    ================================================================================
    NAME: MR ALBERT DUCKWORTH     N.I. NUMBER: YB604193C    TAX CODE: 1257L
    --------------------------------------------------------------------------------
    PAY                   HOURS     RATE     AMOUNT I DEDUCTIONS              AMOUNT
    BASIC                 39.00  15.0000     585.00 I INCOME TAX               68.60
    SHIFT PREMIUM                             38.40 I NAT. INSURANCE           30.51
                                                    I PENSION EES              30.00
                                                    I SOCIAL CLUB               1.00
    --------------------------------------------------------------------------------
    GROSS PAY                                623.40 I TOTAL DEDNS             130.11
    --------------------------------------------------------------------------------
    NET PAY                                  493.29`)
  expect(slip.deductions).toEqual([
    'INCOME TAX 68.60',
    'NAT. INSURANCE 30.51',
    'PENSION EES 30.00',
    'SOCIAL CLUB 1.00',
  ])
  expect(slip.earnings).toEqual(['BASIC 39.00 15.00 585.00', 'SHIFT PREMIUM 38.40'])
})

test.each(['OAKAPPLE MRS W', 'NWOSU-BRIGHT MISS A T'])(
  'reads %s, the end of the period and a refund below captions in capitals',
  (name) => {
    const pages = drawText(`
    HOLLINS FOODS PACKERS                             PAY ADVICE     CONFIDENTIAL

    EMP NO    NAME                    DEPT  N.I. NUMBER      TAX CODE  PD ENDED      PAID ON
    00388     ${name.padEnd(22)}  PACK  KP 17 44 90 C    1257L     11 31JAN26    06FEB26
    --------------------------------------------------------------------------------------
    PAY                      UNITS     RATE    AMOUNT | DEDUCTION                 AMOUNT
    --------------------------------------------------------------------------------------
    BASIC PAY                40.00 12.6800    507.20 | INCOME TAX                  69.20-
    O/T 1.33                 12.00 16.9067    202.88 | NAT INSURANCE                0.00
    LOAN RECOVERY ADJ                          60.00- | CO PENSION EES             28.40
    --------------------------------------------------------------------------------------
    GROSS PAY                                 650.08 | TOTAL DEDUCTIONS            40.80-
    --------------------------------------------------------------------------------------
    CUMULATIVES         GROSS      TAXABLE        TAX    EES N.I.   ERS N.I. |       NET PAY
                   24,965.08    23,964.08   2,663.80    1,170.80     439.01 |        690.88`)
    const { submission } = parsePayslip(pages)
    const income = submission?.income_information
    expect(submission?.identity_information.name).toBe(name)
    expect(income?.pay_interval_end).toBe('2026-01-31')
    expect(income?.deductions).toMatchObject({ income_tax: '-69.20', employee_pension: '28.40' })
    expect(income?.earnings.earning_elements[1]).toMatchObject({ description: 'O/T 1.33', quantity: '12.00' })
  },
)

test('keeps a refund negative if another deduction is not recognised', () => {
  const pages = drawText(`
    HOLLINS FOODS PACKERS                             PAY ADVICE
    NAME: MRS W OAKAPPLE     N.I. NUMBER: KP174490C     TAX CODE: 1257L    PAID ON: 06FEB26
    --------------------------------------------------------------------------------------
    PAY                      UNITS     RATE    AMOUNT | DEDUCTION                 AMOUNT
    --------------------------------------------------------------------------------------
    BASIC PAY                40.00 12.6800    507.20 | INCOME TAX                  69.20-
    BONUS                                     142.88 | NAT INSURANCE                0.00
                                                     | EMPLOYER LOAN               28.40
    --------------------------------------------------------------------------------------
    GROSS PAY                                 650.08 | TOTAL DEDUCTIONS            40.80-
    --------------------------------------------------------------------------------------
    NET PAY                                   690.88`)
  expect(parsePayslip(pages).submission?.income_information.deductions.income_tax).toBe('-69.20')
})

const lineOfTotals = `
WESTMARSH COUNTY COUNCIL                                  PAY ADVICE
NAME                              EMPLOYEE NO       NI NUMBER           TAX CODE
MRS JOANNE PICKERSGILL            0091147           AB 12 34 56 A       1198L

DEPT / JOB                        4-WEEKLY PERIOD   PERIOD ENDING       PAID ON
STREETSCENE   HGV LOADER DRIVER   01 (WK 04)        28.APR.2026         30.APR.2026

PAYMENTS                   UNITS      RATE     AMOUNT ¦ DEDUCTIONS            AMOUNT   TO DATE
BASIC PAY                 100.00   16.9524    1695.24 ¦ INCOME TAX            120.40    120.40
                                                      ¦ NAT INSURANCE A        51.78     51.78
                                                      ¦ LGPS MAIN             153.44    153.44

TOTAL PAYMENTS                               1695.24 ¦ TOTAL DEDUCTIONS      325.62

GROSS TO DATE    TAXABLE TO DATE    NIABLE TO DATE    PENSION TO DATE
1695.24          1541.80            1695.24           153.44

                                                                 NET PAY            1369.62`

test('reads a line of totals above captions of the year to date', () => {
  const { submission } = parsePayslip(drawText(lineOfTotals))
  const income = submission?.income_information
  expect([income?.earnings.gross_pay, income?.deductions.total_deductions]).toEqual(['1695.24', '325.62'])
  expect(income?.earnings.year_to_date?.total_taxable_earnings).toBe('1541.80')
})

test('reads the job title that shares a caption with the department', () => {
  const { submission } = parsePayslip(drawText(lineOfTotals))
  expect(submission?.employment_information.role).toBe('HGV LOADER DRIVER')
  expect(submission?.income_information.pay_frequency).toBe('four_weekly')
})
