// Expected results of the model, case by case. They were not computed by the code under test but with Python's exact
// fractions, from the published tables (income deciles, CPI and CPIH by month, postcode lists), following
// docs/guides/affordability.md. Each can be checked with a calculator.

/** A person; by default born on 17 April 1988, with postcode LS1 4AP. */
type PersonDetails = { born?: string | null; at?: string[] }

/** A payslip as text: a month or its days, the amount paid, then facts about the person. */
type PayslipText = string

export type Case = [says: string, who: PersonDetails, paid: PayslipText[], expects: string[]]

const noBirth = '[date_of_birth] param is missing on the user and its payslips'
const noPostcode = '[post_codes] param is missing on the user and its payslips'
const noPeriods = 'payroll periods are missing'
const noPay = 'payroll periods have no positive net pay'
const unborn = (day: string) => `[date_of_birth] param ${day} is after the payslip month`
const tooOld = (day: string) => `[date_of_birth] param ${day} gives an age over 150, the ONS model limit`
const noRegion = (code: string) =>
  `Postcode ${code} has no ONS region; supported: England, Wales, Scotland, Northern Ireland`

/** Test cases. Expected results are `month cost of living + housing = total`, newest first, or all error messages. */
export const cases: Record<string, Case[]> = {
  income: [
    ['nearly nothing', {}, ['2026-03 0.01'], ['2026-03 0.01 + 0.01 = 0.02']],
    ['below the first decile, scaled down', {}, ['2026-03 400.00'], ['2026-03 498.23 + 253.85 = 752.08']],
    ['just below the first decile', {}, ['2026-03 773.96'], ['2026-03 964.03 + 491.18 = 1455.21']],
    ['just above it', {}, ['2026-03 773.97'], ['2026-03 964.04 + 491.18 = 1455.22']],
    ['between the first and the second', {}, ['2026-03 1000.00'], ['2026-03 971.78 + 500.38 = 1472.16']],
    ['between the second and the third', {}, ['2026-03 1700.00'], ['2026-03 1173.86 + 594.03 = 1767.89']],
    ['between the third and the fourth', {}, ['2026-03 2400.00'], ['2026-03 1551.03 + 731.36 = 2282.39']],
    ['between the fourth and the fifth', {}, ['2026-03 2700.00'], ['2026-03 1744.54 + 763.19 = 2507.73']],
    ['between the fifth and the sixth', {}, ['2026-03 3200.00'], ['2026-03 1945.45 + 827.84 = 2773.29']],
    ['between the sixth and the seventh', {}, ['2026-03 3900.00'], ['2026-03 2217.25 + 892.70 = 3109.95']],
    ['between the seventh and the eighth', {}, ['2026-03 4600.00'], ['2026-03 2526.15 + 906.07 = 3432.22']],
    ['between the eighth and the ninth', {}, ['2026-03 5500.00'], ['2026-03 2797.92 + 998.65 = 3796.57']],
    ['between the ninth and the tenth', {}, ['2026-03 8000.00'], ['2026-03 3611.44 + 1234.12 = 4845.56']],
    ['just below the tenth', {}, ['2026-03 10026.77'], ['2026-03 4311.35 + 1344.58 = 5655.93']],
    ['just above it, on the same line', {}, ['2026-03 10026.78'], ['2026-03 4311.36 + 1344.58 = 5655.94']],
    ['far above the tenth', {}, ['2026-03 50000.00'], ['2026-03 18115.47 + 3523.30 = 21638.77']],
    [
      'as much as can be written',
      {},
      ['2026-03 999999999999.99'],
      ['2026-03 345333922899.62 + 54504320553.59 = 399838243453.21'],
    ],
  ],
  months: [
    [
      'weekly pay within a month',
      {},
      [
        '2026-03-02..2026-03-08 500.00',
        '2026-03-09..2026-03-15 500.00',
        '2026-03-16..2026-03-22 510.50',
        '2026-03-23..2026-03-29 500.00',
      ],
      ['2026-03 1396.95 + 681.08 = 2078.03'],
    ],
    [
      'a week across two months',
      {},
      ['2026-02-26..2026-03-04 700.00'],
      ['2026-03 498.23 + 253.85 = 752.08', '2026-02 371.29 + 189.31 = 560.60'],
    ],
    [
      'four weeks across two months',
      {},
      ['2026-03-16..2026-04-12 2400.00'],
      ['2026-04 972.76 + 501.54 = 1474.30', '2026-03 984.50 + 515.50 = 1500.00'],
    ],
    [
      'across three months',
      {},
      ['2026-01-15..2026-03-14 4000.00'],
      [
        '2026-03 970.04 + 498.31 = 1468.35',
        '2026-02 1328.41 + 655.53 = 1983.94',
        '2026-01 966.61 + 501.55 = 1468.16',
      ],
    ],
    [
      'across the turn of the year',
      {},
      ['2025-12-16..2026-01-15 2400.00'],
      ['2026-01 966.91 + 501.90 = 1468.81', '2025-12 973.70 + 506.84 = 1480.54'],
    ],
    [
      'a leap February has 29 days',
      {},
      ['2024-02-15..2024-03-14 2900.00'],
      ['2024-03 929.57 + 482.90 = 1412.47', '2024-02 947.11 + 490.71 = 1437.82'],
    ],
    [
      'another February has 28',
      {},
      ['2025-02-15..2025-03-14 2800.00'],
      ['2025-03 954.03 + 499.42 = 1453.45', '2025-02 950.54 + 497.58 = 1448.12'],
    ],
    ['all of a leap February', {}, ['2024-02 2400.00'], ['2024-02 1455.33 + 679.42 = 2134.75']],
    ['one day', {}, ['2026-03-31..2026-03-31 2400.00'], ['2026-03 1551.03 + 731.36 = 2282.39']],
    [
      'a year at once',
      {},
      ['2025-04-06..2026-04-05 30000.00'],
      [
        '2026-04 511.88 + 260.81 = 772.69',
        '2026-03 1644.10 + 747.27 = 2391.37',
        '2026-02 1502.36 + 714.55 = 2216.91',
        '2026-01 1626.61 + 739.84 = 2366.45',
        '2025-12 1633.61 + 742.50 = 2376.11',
        '2025-11 1572.90 + 731.33 = 2304.23',
        '2025-10 1630.11 + 740.37 = 2370.48',
        '2025-09 1570.64 + 728.71 = 2299.35',
        '2025-08 1624.28 + 737.19 = 2361.47',
        '2025-07 1620.78 + 735.07 = 2355.85',
        '2025-06 1566.13 + 726.08 = 2292.21',
        '2025-05 1613.78 + 732.41 = 2346.19',
        '2025-04 1386.38 + 671.68 = 2058.06',
      ],
    ],
    [
      'two employments are added up',
      {},
      ['2026-03 1400.00', '2026-03 1000.00'],
      ['2026-03 1551.03 + 731.36 = 2282.39'],
    ],
    [
      'two employments with other periods',
      {},
      ['2026-03 1500.00', '2026-02-23..2026-03-22 1200.00'],
      ['2026-03 1574.69 + 736.28 = 2310.97', '2026-02 318.25 + 162.26 = 480.51'],
    ],
    [
      'a month without pay in between stays out',
      {},
      ['2026-03 2400.00', '2026-01 2400.00'],
      ['2026-03 1551.03 + 731.36 = 2282.39', '2026-01 1534.53 + 724.09 = 2258.62'],
    ],
    [
      'newest first, whatever the order of payslips',
      {},
      ['2025-12 2000.00', '2026-02 2200.00', '2026-01 2100.00'],
      [
        '2026-02 1462.52 + 701.54 = 2164.06',
        '2026-01 1417.12 + 685.75 = 2102.87',
        '2025-12 1383.91 + 675.38 = 2059.29',
      ],
    ],
    [
      'a refund makes the month smaller',
      {},
      ['2026-03 2400.00', '2026-03 -400.00'],
      ['2026-03 1392.80 + 679.73 = 2072.53'],
    ],
    [
      'a month that a refund makes negative is left out',
      {},
      ['2026-02 2000.00', '2026-03 100.00', '2026-03 -100.01'],
      ['2026-02 1383.91 + 675.87 = 2059.78'],
    ],
    [
      'a month that adds up to nothing is left out',
      {},
      ['2026-02 2000.00', '2026-03 100.00', '2026-03 -100.00'],
      ['2026-02 1383.91 + 675.87 = 2059.78'],
    ],
    [
      'a month of zero pay is left out',
      {},
      ['2026-02 2000.00', '2026-03 0.00'],
      ['2026-02 1383.91 + 675.87 = 2059.78'],
    ],
    [
      'a negative period takes from both of its months',
      {},
      ['2026-02 2000.00', '2026-03 2000.00', '2026-02-15..2026-03-14 -280.00'],
      ['2026-03 1305.44 + 646.68 = 1952.12', '2026-02 1297.11 + 643.00 = 1940.11'],
    ],
  ],
  ages: [
    [
      '29 until the day after',
      { born: '1996-04-01' },
      ['2026-03 2400.00'],
      ['2026-03 1305.32 + 731.36 = 2036.68'],
    ],
    [
      '30 on the last day of the month',
      { born: '1996-03-31' },
      ['2026-03 2400.00'],
      ['2026-03 1551.03 + 731.36 = 2282.39'],
    ],
    ['49', { born: '1976-04-01' }, ['2026-03 2400.00'], ['2026-03 1551.03 + 731.36 = 2282.39']],
    [
      '50 on the last day',
      { born: '1976-03-31' },
      ['2026-03 2400.00'],
      ['2026-03 1673.88 + 731.36 = 2405.24'],
    ],
    ['64', { born: '1961-04-01' }, ['2026-03 2400.00'], ['2026-03 1673.88 + 731.36 = 2405.24']],
    [
      '65 on the last day',
      { born: '1961-03-31' },
      ['2026-03 2400.00'],
      ['2026-03 1673.88 + 731.36 = 2405.24'],
    ],
    ['74', { born: '1951-04-01' }, ['2026-03 2400.00'], ['2026-03 1673.88 + 731.36 = 2405.24']],
    [
      '75 on the last day',
      { born: '1951-03-31' },
      ['2026-03 2400.00'],
      ['2026-03 1351.39 + 731.36 = 2082.75'],
    ],
    [
      'born in the month',
      { born: '2026-03-15' },
      ['2026-03 2400.00'],
      ['2026-03 1305.32 + 731.36 = 2036.68'],
    ],
    [
      'born on its last day',
      { born: '2026-03-31' },
      ['2026-03 2400.00'],
      ['2026-03 1305.32 + 731.36 = 2036.68'],
    ],
    ['150 is counted', { born: '1875-04-01' }, ['2026-03 2400.00'], ['2026-03 1351.39 + 731.36 = 2082.75']],
    [
      '150 on the last day',
      { born: '1876-03-31' },
      ['2026-03 2400.00'],
      ['2026-03 1351.39 + 731.36 = 2082.75'],
    ],
    ['151 is not', { born: '1875-03-31' }, ['2026-03 2400.00'], [tooOld('1875-03-31')]],
    ['born on the day after the month', { born: '2026-04-01' }, ['2026-03 2400.00'], [unborn('2026-04-01')]],
    [
      'born on 29 February: 29 on 28 February',
      { born: '1996-02-29' },
      ['2026-02 2400.00'],
      ['2026-02 1296.99 + 727.21 = 2024.20'],
    ],
    ['and 30 in March', { born: '1996-02-29' }, ['2026-03 2400.00'], ['2026-03 1551.03 + 731.36 = 2282.39']],
    [
      'a birthday between two months',
      { born: '1996-04-10' },
      ['2026-03 2400.00', '2026-04 2400.00'],
      ['2026-04 1551.03 + 731.36 = 2282.39', '2026-03 1305.32 + 731.36 = 2036.68'],
    ],
    [
      'the payslip knows better than the user',
      {},
      ['2026-03 2400.00 born 1950-01-01'],
      ['2026-03 1351.39 + 731.36 = 2082.75'],
    ],
    [
      'a wrong day of the user does not matter then',
      { born: '2030-01-01' },
      ['2026-03 2400.00 born 1950-01-01'],
      ['2026-03 1351.39 + 731.36 = 2082.75'],
    ],
    [
      'each payslip for its own month',
      {},
      ['2026-03 2400.00 born 1950-01-01', '2026-02 2400.00 born 2000-01-01'],
      ['2026-03 1351.39 + 731.36 = 2082.75', '2026-02 1296.99 + 727.21 = 2024.20'],
    ],
    [
      'the payslip of most days tells the day of birth',
      {},
      ['2026-03-01..2026-03-20 1600.00 born 1950-01-01', '2026-03-21..2026-04-09 1600.00 born 2000-01-01'],
      ['2026-04 754.75 + 456.93 = 1211.68', '2026-03 1393.38 + 740.16 = 2133.54'],
    ],
  ],
  regions: [
    ['England', { at: ['SW1A 1AA'] }, ['2026-03 2400.00'], ['2026-03 1551.03 + 731.36 = 2282.39']],
    ['Wales', { at: ['CF10 1EP'] }, ['2026-03 2400.00'], ['2026-03 1551.03 + 607.29 = 2158.32']],
    ['Scotland', { at: ['EH1 1YZ'] }, ['2026-03 2400.00'], ['2026-03 1551.03 + 627.71 = 2178.74']],
    ['Northern Ireland', { at: ['BT1 5GS'] }, ['2026-03 2400.00'], ['2026-03 1551.03 + 603.94 = 2154.97']],
    [
      'lower case, without a space',
      { at: ['eh11yz'] },
      ['2026-03 2400.00'],
      ['2026-03 1551.03 + 627.71 = 2178.74'],
    ],
    ['an outcode alone', { at: ['EH1'] }, ['2026-03 2400.00'], ['2026-03 1551.03 + 627.71 = 2178.74']],
    [
      'CH4 8AA: England by its sector',
      { at: ['CH4 8AA'] },
      ['2026-03 2400.00'],
      ['2026-03 1551.03 + 731.36 = 2282.39'],
    ],
    [
      'CH4 8QB: Wales by its unit',
      { at: ['CH4 8QB'] },
      ['2026-03 2400.00'],
      ['2026-03 1551.03 + 607.29 = 2158.32'],
    ],
    [
      'CH4 0AA: Wales by its sector',
      { at: ['CH4 0AA'] },
      ['2026-03 2400.00'],
      ['2026-03 1551.03 + 607.29 = 2158.32'],
    ],
    [
      'CH4 8 is a sector of CH4',
      { at: ['CH4 8'] },
      ['2026-03 2400.00'],
      ['2026-03 1551.03 + 731.36 = 2282.39'],
    ],
    [
      'CH48 is an outcode of its own',
      { at: ['CH48'] },
      ['2026-03 2400.00'],
      ['2026-03 1551.03 + 731.36 = 2282.39'],
    ],
    [
      'CH5 1AA: Wales by its outcode',
      { at: ['CH5 1AA'] },
      ['2026-03 2400.00'],
      ['2026-03 1551.03 + 607.29 = 2158.32'],
    ],
    [
      'HR3 5AA: Wales by its sector',
      { at: ['HR3 5AA'] },
      ['2026-03 2400.00'],
      ['2026-03 1551.03 + 607.29 = 2158.32'],
    ],
    [
      'HR3 5ZZ is none of the units in England',
      { at: ['HR3 5ZZ'] },
      ['2026-03 2400.00'],
      ['2026-03 1551.03 + 607.29 = 2158.32'],
    ],
    [
      'NP16 7AA: England by its sector',
      { at: ['NP16 7AA'] },
      ['2026-03 2400.00'],
      ['2026-03 1551.03 + 731.36 = 2282.39'],
    ],
    [
      'TD15 2AA: England, in an area of Scotland',
      { at: ['TD15 2AA'] },
      ['2026-03 2400.00'],
      ['2026-03 1551.03 + 731.36 = 2282.39'],
    ],
    [
      'SY23 1AA: Wales, in an area of England',
      { at: ['SY23 1AA'] },
      ['2026-03 2400.00'],
      ['2026-03 1551.03 + 607.29 = 2158.32'],
    ],
    [
      'HR3 5AL: England by its unit',
      { at: ['HR3 5AL'] },
      ['2026-03 2400.00'],
      ['2026-03 1551.03 + 731.36 = 2282.39'],
    ],
    [
      'TD15 1BT: Scotland by its unit',
      { at: ['TD15 1BT'] },
      ['2026-03 2400.00'],
      ['2026-03 1551.03 + 627.71 = 2178.74'],
    ],
    [
      'the payslip’s postcode comes before the user’s',
      {},
      ['2026-03 2400.00 at EH1 1YZ'],
      ['2026-03 1551.03 + 627.71 = 2178.74'],
    ],
    [
      'a payslip’s postcode without a region gives way to the user’s',
      {},
      ['2026-03 2400.00 at JE2 3AB'],
      ['2026-03 1551.03 + 731.36 = 2282.39'],
    ],
    [
      'the user’s first that has a region',
      { at: ['IM1 1AA', 'GY1 1AA', 'CF10 1EP', 'EH1 1YZ'] },
      ['2026-03 2400.00'],
      ['2026-03 1551.03 + 607.29 = 2158.32'],
    ],
    [
      'who moves has two regions',
      {},
      ['2026-03 2400.00 at EH1 1YZ', '2026-02 2400.00 at CF10 1EP'],
      ['2026-03 1551.03 + 627.71 = 2178.74', '2026-02 1541.13 + 603.84 = 2144.97'],
    ],
    [
      'the payslip of most days tells the region',
      {},
      ['2026-03-01..2026-03-20 1600.00 at EH1 1YZ', '2026-03-21..2026-04-09 1600.00 at CF10 1EP'],
      ['2026-04 896.82 + 379.42 = 1276.24', '2026-03 1599.22 + 635.26 = 2234.48'],
    ],
    [
      'a month whose only postcode has no region is left out',
      { at: [] },
      ['2026-03 2400.00 at EH1 1YZ', '2026-02 2400.00 at GY1 1AA'],
      ['2026-03 1551.03 + 627.71 = 2178.74'],
    ],
    [
      'and so is one that has no postcode',
      { at: [] },
      ['2026-03 2400.00 at EH1 1YZ', '2026-02 2400.00'],
      ['2026-03 1551.03 + 627.71 = 2178.74'],
    ],
  ],
  prices: [
    ['the first month of the survey', {}, ['2023-04 2400.00'], ['2023-04 1434.43 + 666.43 = 2100.86']],
    ['before the survey', {}, ['2015-07 2400.00'], ['2015-07 925.76 + 519.43 = 1445.19']],
    ['the last published month', {}, ['2026-03 2400.00'], ['2026-03 1551.03 + 731.36 = 2282.39']],
    [
      'the month after takes the last published',
      {},
      ['2026-04 2400.00'],
      ['2026-04 1551.03 + 731.36 = 2282.39'],
    ],
    ['years later too', {}, ['2031-04 2400.00'], ['2031-04 1551.03 + 731.36 = 2282.39']],
    ['the first published month', {}, ['2005-01 2400.00'], ['2005-01 712.84 + 406.72 = 1119.56']],
    ['before it the first is taken', {}, ['2004-12 2400.00'], ['2004-12 712.84 + 406.72 = 1119.56']],
  ],
  refusals: [
    ['no payslip', {}, [], [noPeriods]],
    [
      'no payslip, and nothing known of the user',
      { born: null, at: [] },
      [],
      [noBirth, noPostcode, noPeriods],
    ],
    ['no payslip, and a user on an island', { at: ['GY1 1AA'] }, [], [noRegion('GY1 1AA'), noPeriods]],
    ['nothing but zero', {}, ['2026-03 0.00'], [noPay]],
    ['nothing but a refund', {}, ['2026-03 -20.00'], [noPay]],
    ['no date of birth anywhere', { born: null }, ['2026-03 2400.00'], [noBirth]],
    [
      'no date of birth for one of two months',
      { born: null },
      ['2026-03 2400.00 born 1990-01-01', '2026-02 2400.00'],
      [noBirth],
    ],
    [
      'no date of birth for a month that is left out',
      { born: null },
      ['2026-03 2400.00 born 1990-01-01', '2026-02 0.00'],
      ['2026-03 1551.03 + 731.36 = 2282.39'],
    ],
    ['no postcode anywhere', { at: [] }, ['2026-03 2400.00'], [noPostcode]],
    ['neither', { born: null, at: [] }, ['2026-03 2400.00'], [noBirth, noPostcode]],
    [
      'born after one of two months',
      { born: '2026-03-01' },
      ['2026-03 2400.00', '2026-01 2400.00'],
      [unborn('2026-03-01')],
    ],
    [
      'born after the month, on an island',
      { born: '2030-01-01', at: ['JE2 3AB'] },
      ['2026-03 2400.00'],
      [unborn('2030-01-01'), noRegion('JE2 3AB')],
    ],
    [
      'Guernsey, Jersey, Man',
      { at: ['GY1 1AA', 'JE2 3AB', 'IM1 1AA'] },
      ['2026-03 2400.00'],
      [noRegion('GY1 1AA'), noRegion('JE2 3AB'), noRegion('IM1 1AA')],
    ],
    [
      'forces, banks and what nobody knows',
      { at: ['BF1 2AT', 'BX1 1LT', 'ZZ1 1ZZ', 'not a postcode'] },
      ['2026-03 2400.00 at BFPO 12'],
      [
        noRegion('BFPO 12'),
        noRegion('BF1 2AT'),
        noRegion('BX1 1LT'),
        noRegion('ZZ1 1ZZ'),
        noRegion('not a postcode'),
      ],
    ],
    [
      'two wrong days of birth',
      {},
      ['2026-03 2400.00 born 2030-05-05', '2026-02 2400.00 born 1800-01-01'],
      [unborn('2030-05-05'), tooOld('1800-01-01')],
    ],
    [
      'everything at once',
      { at: ['IM1 1AA'] },
      ['2026-03 -1.00 born 1800-01-01 at JE2 3AB'],
      [tooOld('1800-01-01'), noRegion('JE2 3AB'), noRegion('IM1 1AA'), noPay],
    ],
  ],
}
