/** Layouts of the consent screen: a list of what is shared, or the same facts as questions and answers. */
export const consentLayouts = ['list', 'questions'] as const
export type ConsentLayout = (typeof consentLayouts)[number]

/** The configured layout. `test` shows each layout to half of the journeys. */
export const consentLayoutSettings = [...consentLayouts, 'test'] as const

/**
 * Chooses the layout of a journey. A test assigns it by the last hexadecimal digit of the random journey id, so a
 * reload and another device show the same layout.
 */
export function chooseConsentLayout(setting: string | null, journeyId: string | null): ConsentLayout {
  if (setting === 'questions') return 'questions'
  const isSecondHalf = Number.parseInt(journeyId?.at(-1) ?? '0', 16) % 2 === 1
  return setting === 'test' && isSecondHalf ? 'questions' : 'list'
}
