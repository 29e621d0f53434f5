/** The queue stores, filters and sorts annual gross pay in bands of this width. The exact amount is encrypted. */
export const poundsPerBand = 1_000
