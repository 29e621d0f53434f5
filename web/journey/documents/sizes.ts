import type { JourneyLanguage } from '../texts/say.ts'

const locales: Record<JourneyLanguage, string> = { en: 'en-GB', cy: 'cy-GB' }

export function saySize(language: JourneyLanguage, bytes: number) {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  const format = new Intl.NumberFormat(locales[language], {
    style: 'unit',
    unit,
    maximumFractionDigits: unit === 'megabyte' ? 1 : 0,
  })
  return format.format(bytes > 0 ? Math.max(1, value) : 0)
}

export const sayShare = (language: JourneyLanguage, share: number) =>
  new Intl.NumberFormat(locales[language], { style: 'percent' }).format(share)
