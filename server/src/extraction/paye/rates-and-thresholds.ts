// What PAYE is worked out from, by the year in which the tax year begins. Facts of HMRC's rates and thresholds; pounds.

type Band = [upTo: number, percent: number]
type Limits = { primaryThreshold: number; upperLimit: number }

export type YearTable = {
  restOfUk: Band[]
  scotland: Band[]
  /** National Insurance of employees, by week and month as HMRC rounds them. */
  insurance: { week: Limits; month: Limits }
}

const restOfUk: Band[] = [
  [37_700, 20],
  [125_140, 40],
  [Infinity, 45],
]
const insurance = {
  week: { primaryThreshold: 242, upperLimit: 967 },
  month: { primaryThreshold: 1048, upperLimit: 4189 },
}

export const yearTables: Record<number, YearTable> = {
  2024: {
    restOfUk,
    insurance,
    scotland: [
      [2306, 19],
      [13_991, 20],
      [31_092, 21],
      [62_430, 42],
      [125_140, 45],
      [Infinity, 48],
    ],
  },
  2025: {
    restOfUk,
    insurance,
    scotland: [
      [2827, 19],
      [14_921, 20],
      [31_092, 21],
      [62_430, 42],
      [125_140, 45],
      [Infinity, 48],
    ],
  },
  2026: {
    restOfUk,
    insurance,
    scotland: [
      [3967, 19],
      [16_956, 20],
      [31_092, 21],
      [62_430, 42],
      [125_140, 45],
      [Infinity, 48],
    ],
  },
}

/** Percent of earnings between threshold and limit, and above, by category letter. What is not here is not checked. */
export const insuranceRates: Record<string, { between: number; above: number }> = {
  ...Object.fromEntries([...'AFHMNV'].map((letter) => [letter, { between: 8, above: 2 }])),
  ...Object.fromEntries([...'BEI'].map((letter) => [letter, { between: 1.85, above: 2 }])),
  ...Object.fromEntries([...'JLDZ'].map((letter) => [letter, { between: 2, above: 2 }])),
  ...Object.fromEntries([...'CSKX'].map((letter) => [letter, { between: 0, above: 0 }])),
}

/** Codes that tax all pay at one rate, in percent. */
export const flatRates: Record<string, number> = {
  BR: 20,
  D0: 40,
  D1: 45,
  CBR: 20,
  CD0: 40,
  CD1: 45,
  SBR: 20,
  SD0: 21,
  SD1: 42,
  SD2: 45,
  SD3: 48,
  NT: 0,
}
