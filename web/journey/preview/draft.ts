import type { Boot } from '../session/boot.ts'
import type { Catalogue, Journey } from '../types.ts'

/** Where the preview is; the same in server/src/features/console/pages.ts and web/vite.config.ts. */
export const previewAddress = '/console/journey-preview'

export const previewViews = ['welcome', 'consent', 'source'] as const
export type PreviewView = (typeof previewViews)[number]

/** All that the console says of a journey that does not exist. */
export type Draft = Pick<Journey, 'environment' | 'sources' | 'period_months' | 'recurring' | 'term'> & {
  view: PreviewView
  client: NonNullable<Boot['client']>
  catalogue: Catalogue
}

/** As the console sends it: other programs write messages to frames too. */
export type DraftMessage = { payproofPreview: Draft }

/** What the preview says once it listens. */
export const isReady = (data: unknown) => data === readyWord
export const readyWord = 'payproof-preview-ready'
