// PAYE rates and thresholds published by HMRC, in pounds. The key is the year in which the tax year begins.

type Band = [upTo: number, percent: number]
type NiThresholds = { primaryThreshold: number; upperLimit: number }

export type TaxYearRates = {
  restOfUk: Band[]
  scotland: Band[]
  /** Employees' National Insurance thresholds per week and month, as HMRC rounds them. */
  ni: { week: NiThresholds; month: NiThresholds }
}

const restOfUk: Band[] = [
  [37_700, 20],
  [125_140, 40],
  [Infinity, 45],
]
const ni = {
  week: { primaryThreshold: 242, upperLimit: 967 },
  month: { primaryThreshold: 1048, upperLimit: 4189 },
}

export const taxYears: Record<number, TaxYearRates> = {
  2024: {
    restOfUk,
    ni,
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
    ni,
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
    ni,
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

/**
 * National Insurance rates by category letter, in percent: `between` the primary threshold and the upper limit, and
 * `above` the upper limit. Other letters are not checked.
 */
export const niRates: Record<string, { between: number; above: number }> = {
  ...Object.fromEntries([...'AFHMNV'].map((letter) => [letter, { between: 8, above: 2 }])),
  ...Object.fromEntries([...'BEI'].map((letter) => [letter, { between: 1.85, above: 2 }])),
  ...Object.fromEntries([...'JLDZ'].map((letter) => [letter, { between: 2, above: 2 }])),
  ...Object.fromEntries([...'CSKX'].map((letter) => [letter, { between: 0, above: 0 }])),
}

/** Tax codes that tax all pay at one rate, in percent. */
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
