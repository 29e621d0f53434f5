import type { PageRegion } from '../../document.ts'

/** A value from the letterhead with the region where it is printed. */
export type LocatedFact = { value: string; place: PageRegion; isLabelled: boolean }
