import type { ClientBrand } from './find-journey-page.ts'

/** The client as applicants see it. We serve its logo ourselves: a third-party host would learn who applies here. */
export const presentClient = (brand: Omit<ClientBrand, 'frame_origins'>, journeyId: string | null) => ({
  name: brand.client_display_name ?? '',
  logo: brand.client_logo && journeyId ? `/j/${journeyId}/logo` : null,
  brand_colour: brand.brand_colour,
})
