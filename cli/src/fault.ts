/** What the program ends with, for scripts. */
export const exits = { done: 0, refused: 1, usage: 2, network: 3 } as const

/** A failure on this side, in words for whoever typed the command. */
export class Fault extends Error {
  readonly exit: number

  constructor(exit: keyof typeof exits, message: string) {
    super(message)
    this.exit = exits[exit]
  }
}
