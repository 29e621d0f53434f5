export type Sizes = {
  users: number
  clients: number
  /** How many of the users belong to the client that switches off in the middle. */
  ofBig: number
  providers: number
  /** Retrievals a second, of each provider. */
  perSecond: number
  /** The first part: so many minutes of Monday morning, so many times as fast as they really are. */
  spread: { minutes: number; speed: number }
  /** In the second part everything else is due at once; after so many seconds of it the big client switches off. */
  offAfterSeconds: number
  /** After this share of the time pools and heaps have grown to what the work needs. */
  flatFrom: number
  /** Bar at full size: the median delay of a check in the first part. */
  startedWithinSeconds: number
}

export const fullSizes: Sizes = {
  users: 1_000_000,
  clients: 20,
  ofBig: 960_000,
  providers: 10,
  perSecond: 15,
  spread: { minutes: 6, speed: 2 },
  offAfterSeconds: 60,
  flatFrom: 0.25,
  startedWithinSeconds: 10,
}

export const smallSizes: Sizes = {
  users: 3_000,
  clients: 3,
  ofBig: 2_400,
  providers: 3,
  perSecond: 30,
  spread: { minutes: 30, speed: 180 },
  offAfterSeconds: 3,
  flatFrom: 0.5,
  startedWithinSeconds: 60,
}
