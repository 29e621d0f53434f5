export type RecurringSizes = {
  users: number
  clients: number
  /** The number of users of the client that disables its checks. */
  ofBig: number
  providers: number
  /** Rate limit of each provider. */
  perSecond: number
  /** The first part: minutes of Monday morning, and the speed of the clock. */
  spread: { minutes: number; speed: number }
  /** In the second part all other checks are due at once; after this time the large client disables its checks. */
  offAfterSeconds: number
  /** The share of the time after which pools and heaps have reached their steady size. */
  flatFrom: number
  /** Bar at full size: the median delay of a check in the first part. */
  startedWithinSeconds: number
}

export const fullSizes: RecurringSizes = {
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

export const smallSizes: RecurringSizes = {
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
