export type RecurringSizes = {
  users: number
  clients: number
  /** Number of users of the large client, which disables its checks. */
  ofBig: number
  providers: number
  /** Rate limit of each provider. */
  perSecond: number
  /** Length of the first part in minutes of Monday morning, and the speed of its clock. */
  spread: { minutes: number; speed: number }
  /**
   * Seconds after the start of the second part, in which all other checks are due at once, until the large client
   * disables its checks.
   */
  offAfterSeconds: number
  /** Share of the time after which pools and heaps have reached their steady size. */
  flatFrom: number
  /** Maximum median delay of a check in the first part; applies to the full form. */
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
