import type { Brand } from './find-journey-page.ts'

/** The client as people see it. Its logo comes from us: a browser that asked elsewhere would tell them who applies here. */
export const presentClient = (brand: Omit<Brand, 'frame_origins'>, journeyId: string | null) => ({
  name: brand.client_display_name ?? '',
  logo: brand.client_logo && journeyId ? `/j/${journeyId}/logo` : null,
  brand_colour: brand.brand_colour,
})
